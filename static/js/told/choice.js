// By which channels a page tells an event, and which events are new: pure.

/** What a player wants: kinds of events by channel, whether there are sounds, their volume in per
 * cent. A stranger wants nothing.
 * @typedef {{
 *   sound: string[], vibration: string[], notification: string[], push: string[],
 *   sounds: boolean, volume: number,
 * }} Wanted */

const KEPT = 300; // keys of events; older ones come no more

/** @typedef {"sound" | "vibration" | "notification"} Channel */

/** How to tell an event of a kind. `watched`: some page of the site can be seen.
 * @param {string} kind @param {Partial<Wanted>} wanted @param {boolean} watched
 * @returns {Channel[]} */
export function channelsOf(kind, wanted, watched) {
  if (kind === "play") return watched && wanted.sounds ? ["sound"] : [];
  /** @type {Channel[]} */
  const open = ["vibration"];
  if (wanted.sounds) open.unshift("sound");
  if (!watched) open.push("notification");
  return open.filter((channel) => wanted[channel]?.includes(kind));
}

/** Whether the service worker tells an event instead: it is pushed to this browser while nobody is in
 * its room. `here`: this page is the room's.
 * @param {string} kind @param {Partial<Wanted>} wanted
 * @param {{ watched: boolean, pushed: boolean, here: boolean }} where */
export function isLeft(kind, wanted, { watched, pushed, here }) {
  return pushed && !watched && !here && !!wanted.push?.includes(kind);
}

/** Which of these keys were never seen, and what has been seen then.
 * @param {string[]} seen the oldest first @param {string[]} keys
 * @returns {{ fresh: string[], seen: string[] }} */
export function look(seen, keys) {
  const known = new Set(seen);
  const fresh = [...new Set(keys)].filter((key) => !known.has(key));
  return { fresh, seen: [...seen, ...fresh].slice(-KEPT) };
}
