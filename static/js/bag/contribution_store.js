// Remembers the bytes this browser added to the bags of its games, and the hash it saw before.
// They are stored here and not on the site, so that the check after a game (bag_check.js) shows
// whether the site has changed either of them.

/**
 * @typedef {{ hash: string, added: string, accepted?: boolean }} Note
 * `accepted` once the site has said that it has the bytes. Only then may it be blamed for leaving
 * them out.
 */

const STORAGE_KEY = "bags";
const MOST = 60; // remembered games

/** Return sixteen random bytes as hexadecimal text. */
export function newBytes() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns {Record<string, Note>} */
function readAll() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) || "{}");
  } catch { // private windows may refuse storage
    return {};
  }
}

/** @param {string} game @returns {Note | undefined} */
export const recall = (game) => readAll()[game];

/** @param {string} game @param {Note} note */
export function keep(game, note) {
  const kept = Object.entries({ ...readAll(), [game]: note }).slice(-MOST);
  write(Object.fromEntries(kept));
}

/** Forget bytes that the site refused, for example because another device of the player was first.
 * @param {string} game @param {Note} note */
export function forget(game, note) {
  const { [game]: known, ...kept } = readAll();
  if (known?.added === note.added) write(kept); // not what another tab has stored
}

/** @param {Record<string, Note>} notes */
function write(notes) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(notes));
  } catch { /* nothing is remembered then */ }
}
