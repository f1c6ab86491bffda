// Writes the tentative play in game notation. Pure functions without any rules: the server decides
// whether a play is legal and what it scores, see preview.js.

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Held} Held */
/** @typedef {{ position: string, tiles: string } | { problem: "line" | "gap" }} Written */

/** Return the first square of the main word and whether the word runs across; null while no tiles
 * are laid.
 * @param {Table} table @returns {{ first: number, across: boolean } | null} */
export function findMainWord(table) {
  const [tile] = table.laid;
  if (!tile) return null;
  const across = isAcross(table, table.laid);
  let first = tile.at;
  for (let s = first; s >= 0 && !table.free(s); s = table.next(s, -1, across)) first = s;
  return { first, across };
}

/** Return the play, or why it cannot be written; null while no tiles are laid.
 * @param {Table} table @returns {Written | null} */
export function writePlay(table) {
  const laid = table.laid;
  const word = findMainWord(table);
  if (!word) return null;
  const { first, across } = word;
  const line = (/** @type {Held} */ tile) => (across ? table.row(tile.at) : table.col(tile.at));
  if (laid.some((tile) => line(tile) !== line(laid[0]))) return { problem: "line" };
  let tiles = "";
  let seen = 0;
  for (let s = first; s >= 0 && !table.free(s); s = table.next(s, 1, across)) {
    const tile = table.on(s);
    tiles += tile ? mark(tile) : ".";
    if (tile) seen++;
  }
  if (seen < laid.length) return { problem: "gap" };
  const [, col, row] = /** @type {string[]} */ (/^(\D+)(\d+)$/.exec(table.names[first]));
  return { position: across ? row + col : col + row, tiles };
}

/** @param {Table} table @param {Held[]} laid */
function isAcross(table, laid) {
  if (laid.length > 1) return table.row(laid[0].at) === table.row(laid[1].at);
  const beside = (/** @type {boolean} */ across) =>
    [table.next(laid[0].at, 1, across), table.next(laid[0].at, -1, across)]
      .some((square) => table.filled.has(square));
  return beside(true) || !beside(false);
}

/** @param {Held} tile */
function mark(tile) { return (tile.blank ? "?" : "") + bracket(tile.as || tile.face); }

/** Put a face of several characters in brackets.
 * @param {string} face */
export function bracket(face) { return [...face].length > 1 ? `[${face}]` : face; }
