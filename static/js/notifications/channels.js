// Over which channels a page notifies of an event, and which events are new. Pure functions.

/** A player's settings: kinds of events by channel, whether sounds are on, their volume in per
 * cent. Empty for visitors without an account.
 * @typedef {{
 *   sound: string[], vibration: string[], notification: string[], push: string[],
 *   sounds: boolean, volume: number,
 * }} Wanted */

const KEPT = 300; // keys of events; older ones do not return

/** @typedef {"sound" | "vibration" | "notification"} Channel */

/** Return the channels for an event of a kind. `watched`: some page of the site is visible.
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

/** Return whether the service worker notifies instead: the event is pushed to this browser and its
 * room is not open. `here`: this page is the room's.
 * @param {string} kind @param {Partial<Wanted>} wanted
 * @param {{ watched: boolean, pushed: boolean, here: boolean }} where */
export function isLeftToWorker(kind, wanted, { watched, pushed, here }) {
  return pushed && !watched && !here && !!wanted.push?.includes(kind);
}

/** Return which of these keys are new, and the list of seen keys including them.
 * @param {string[]} seen the oldest first @param {string[]} keys
 * @returns {{ fresh: string[], seen: string[] }} */
export function findNew(seen, keys) {
  const known = new Set(seen);
  const fresh = [...new Set(keys)].filter((key) => !known.has(key));
  return { fresh, seen: [...seen, ...fresh].slice(-KEPT) };
}
