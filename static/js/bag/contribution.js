// Adds this page's share to the seed of the bag: 16 random bytes, once per game, as soon as it has
// seen the hash of the site's secret. Called by the room's page whenever new state arrives.
import { sendRequest } from "../room/requests.js";
import { forget, keep, newBytes, recall } from "./contribution_store.js";

/** @typedef {import("../room/fragments.js").Fragments} Fragments */

const OVERDUE = 4000; // ms of starting; then pages ask for the deal

/** @type {Set<string>} games that have this page's bytes */
const given = new Set();
let sending = false;
let nextAt = 0;

/** Send this page's bytes if the game asks for them.
 * @param {HTMLElement} room @param {Fragments} fragments */
export function contributeToSeed(room, fragments) {
  clearTimeout(nextAt);
  const { game, seedHash, phase, can } = fragments.state;
  if (sending || !seedHash) return;
  if (can.includes("contribute") && !given.has(game)) sendBytes(room, fragments);
  else if (phase === "starting" && recall(game)) {
    nextAt = window.setTimeout(() => sendBytes(room, fragments), OVERDUE);
  }
}

/** @param {HTMLElement} room @param {Fragments} fragments */
async function sendBytes(room, fragments) {
  const { game, seedHash: hash, can } = fragments.state;
  sending = true;
  const note = await prepareNote(game, hash, can.includes("contribute"));
  if (!note) {
    sending = false;
    return;
  }
  const url = room.dataset.contribute || "";
  const values = { game, added: note.added };
  const { status, again } = await sendRequest(room, { kind: "poll", method: "POST", url, wanted: fragments.silent, values });
  sending = false;
  if (again) {
    nextAt = window.setTimeout(() => contributeToSeed(room, fragments), again);
    return;
  }
  given.add(game);
  if (status < 400) keep(game, { ...note, accepted: true });
  else forget(game, note); // already dealt, or another device of this player was first
  contributeToSeed(room, fragments); // another game may have begun
}

/** Return what this browser adds to the bag of a game. Two tabs add the same bytes. Spectators and
 * players who have not been asked (`invited`) add nothing.
 * @param {string} game @param {string} hash @param {boolean} invited
 * @returns {Promise<import("./contribution_store.js").Note | undefined>} */
async function prepareNote(game, hash, invited) {
  const take = () => {
    const known = recall(game);
    if (known || !invited) return known;
    const note = { hash, added: newBytes() };
    keep(game, note);
    return note;
  };
  return navigator.locks ? navigator.locks.request(`bag:${game}`, take) : take();
}
