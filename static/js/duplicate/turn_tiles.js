// Remembers for which turn of a game the tentative tiles in rack_storage.js were laid. The order of the
// rack is kept from turn to turn, but tiles on the board only within one.

const STORAGE_KEY = "duplicate";
const GAMES = 20; // as many as rack_storage.js keeps

/** Return whether tiles of this turn are in storage.
 * @param {string} game @param {string} turn with its phase */
export function isTurnKept(game, turn) { return Object.fromEntries(turns())[game] === turn; }

/** @param {string} game @param {string} turn with its phase */
export function keepTurn(game, turn) {
  const others = turns().filter(([other]) => other !== game);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...others, [game, turn]].slice(-GAMES)));
  } catch { /* without storage the tiles last as long as the page */ }
}

/** @returns {[game: string, turn: string][]} the latest games, the newest last */
function turns() {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) || "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return []; // earlier releases stored another form
  }
}
