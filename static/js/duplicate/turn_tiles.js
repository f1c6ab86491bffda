// Remembers for which turn the tentative tiles in rack_storage.js were laid. The order of the rack
// is kept from turn to turn, but tiles on the board only within one.

const STORAGE_KEY = "duplicate";

/** Return whether tiles of this turn are in storage.
 * @param {string} turn the game and its turn */
export function isTurnKept(turn) {
  try {
    return localStorage.getItem(STORAGE_KEY) === turn;
  } catch {
    return false;
  }
}

/** @param {string} turn the game and its turn */
export function keepTurn(turn) {
  try {
    localStorage.setItem(STORAGE_KEY, turn);
  } catch { /* without storage the tiles last as long as the page */ }
}
