// What this page adds to the seed of the bag: 16 random bytes, once a game, as soon as it has seen the
// hash of the site's secret. Asked by the room's page whenever new state has come.
import { carry } from "../room/carry.js";
import { forget, keep, newBytes, recall } from "./notes.js";

/** @typedef {import("../room/parts.js").Parts} Parts */

const AGAIN = 1000; // ms until another try after a lost one
const OVERDUE = 4000; // ms of starting after which a page asks for the deal itself

/** @type {Set<string>} games that have this page's bytes */
const given = new Set();
let sending = false;
let nextAt = 0;

/** Add to the seed if the game asks for it.
 * @param {HTMLElement} room @param {Parts} parts */
export function give(room, parts) {
  clearTimeout(nextAt);
  const { game, seedHash, phase, can } = parts.state;
  if (sending || !seedHash) return;
  if (can.includes("contribute") && !given.has(game)) insist(room, parts);
  else if (phase === "starting") nextAt = window.setTimeout(() => insist(room, parts), OVERDUE);
}

/** @param {HTMLElement} room @param {Parts} parts */
async function insist(room, parts) {
  const { game, seedHash: hash } = parts.state;
  sending = true;
  const note = recall(game) || { hash, added: newBytes() };
  keep(game, note);
  const url = room.dataset.contribute || "";
  const values = { game, added: note.added };
  const { status } = await carry(room, { verb: "POST", url, wanted: parts.silent, values });
  sending = false;
  if (!status || status === 429 || status >= 500) {
    nextAt = window.setTimeout(() => give(room, parts), AGAIN);
    return;
  }
  given.add(game);
  if (status === 409) forget(game); // too late: dealt without it
  give(room, parts); // for the game that may have come meanwhile
}
