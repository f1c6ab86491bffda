// The tentative play in game notation: pure, and no rule of any game. Whether it is lawful and what
// it scores the server says, see preview.js.

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Held} Held */
/** @typedef {{ position: string, tiles: string } | { problem: "line" | "gap" }} Written */

/** The play, or why it has no notation; null while nothing lies.
 * @param {Table} table @returns {Written | null} */
export function write(table) {
  const laid = table.laid;
  if (!laid.length) return null;
  const across = isAcross(table, laid);
  const line = (/** @type {Held} */ tile) => (across ? table.row(tile.at) : table.col(tile.at));
  if (laid.some((tile) => line(tile) !== line(laid[0]))) return { problem: "line" };
  let first = laid[0].at;
  for (let s = first; s >= 0 && !table.free(s); s = table.next(s, -1, across)) first = s;
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

/** Faces of several signs stand in brackets.
 * @param {string} face */
export function bracket(face) { return [...face].length > 1 ? `[${face}]` : face; }
