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
  if (can.includes("contribute") && !given.has(game)) insist(room, fragments);
  else if (phase === "starting") nextAt = window.setTimeout(() => insist(room, fragments), OVERDUE);
}

/** @param {HTMLElement} room @param {Fragments} fragments */
async function insist(room, fragments) {
  const { game, seedHash: hash } = fragments.state;
  sending = true;
  const note = recall(game) || { hash, added: newBytes() };
  keep(game, note);
  const url = room.dataset.contribute || "";
  const values = { game, added: note.added };
  const { status, again } = await sendRequest(room, { kind: "poll", method: "POST", url, wanted: fragments.silent, values });
  sending = false;
  if (again) {
    nextAt = window.setTimeout(() => contributeToSeed(room, fragments), again);
    return;
  }
  given.add(game);
  if (status === 409) forget(game); // too late: already dealt
  contributeToSeed(room, fragments); // another game may have begun
}
