// What this page adds to the seed of the bag: 16 random bytes, once a game, as soon as it has seen the
// hash of the site's secret. Asked by the room's page whenever new state has come.
import { forget, keep, newBytes, recall } from "./notes.js";

const AGAIN = 1000; // ms until another attempt after a lost one
const PATIENCE = 8000; // ms until an answer is given up
const OVERDUE = 4000; // ms of starting after which a page asks for the deal itself

/** @type {Set<string>} games that have this page's bytes */
const given = new Set();
let sending = false;
let nextAt = 0;

/** Add to the seed if the game asks for it; tell `receive` what the server answers.
 * @param {string} url
 * @param {(html: string) => void} receive */
export function give(url, receive) {
  clearTimeout(nextAt);
  const { game, seedHash, phase, can } = readState();
  if (sending || !seedHash) return;
  if (can.includes("contribute") && !given.has(game)) insist(url, receive);
  else if (phase === "starting") nextAt = window.setTimeout(() => insist(url, receive), OVERDUE);
}

/** @param {string} url @param {(html: string) => void} receive */
async function insist(url, receive) {
  const { game, seedHash: hash } = readState();
  sending = true;
  try {
    const note = recall(game) || { hash, added: newBytes() };
    keep(game, note);
    const answer = await send(url, { game, added: note.added });
    if (answer.status >= 500) throw new TypeError("out of reach");
    given.add(game);
    if (answer.status === 409) forget(game); // too late: dealt without it
    if (answer.status === 200) receive(await answer.text());
    sending = false;
    give(url, receive); // for the game that may have come meanwhile
  } catch {
    sending = false;
    nextAt = window.setTimeout(() => give(url, receive), AGAIN);
  }
}

/** @returns {{ game: string, seedHash: string, phase: string, can: string[] }} */
function readState() { return JSON.parse(document.getElementById("_state")?.textContent || "{}"); }

/** @param {string} url @param {Record<string, string>} fields */
function send(url, fields) {
  const headers = { ...JSON.parse(document.body.getAttribute("hx-headers") || "{}"), "HX-Request": "true" };
  const patience = new AbortController();
  setTimeout(() => patience.abort(), PATIENCE);
  const { signal } = patience;
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), headers, signal });
}
