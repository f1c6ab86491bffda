// Keeps the rack's order and the tentative tiles of the latest games over a reload.

/** @typedef {import("./table.js").Held} Held */
/** @typedef {{ f: string, at: number, as: string } | null} Kept */

const GAMES = 20;

// On a shared device nothing is stored, so that no player finds another's tiles.
const isKept = () => !document.querySelector("[data-one-device]");

/** @param {string} key the game and the seat @returns {Kept[]} */
export function loadRack(key) { return /** @type {Kept[]} */ (store()[key] || []); }

/** @param {string} key @param {(Held | null)[]} slots */
export function saveRack(key, slots) {
  if (!isKept()) return;
  const all = store();
  delete all[key];
  all[key] = slots.map((tile) => tile && { f: tile.face, at: tile.at, as: tile.as });
  const recent = Object.entries(all).slice(-GAMES);
  try {
    localStorage.setItem("racks", JSON.stringify(Object.fromEntries(recent)));
  } catch { /* without storage the order lasts as long as the page */ }
}

/** @returns {Record<string, unknown[]>} */
function store() {
  try {
    return JSON.parse(localStorage.getItem("racks") || "{}");
  } catch {
    return {};
  }
}
