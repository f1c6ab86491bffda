// Which square a point of the screen means. Pure functions.

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Held} Held */
/** @typedef {{ left: number, right: number, top: number, width: number }} Box */

const REACH = 0.95; // squares from the pointer within which a free square still attracts

/** Return the square a tile would land on: the one under the point, else the nearest free one
 * within reach, or -1 outside of the board. A right-to-left board is counted from its right edge.
 * @param {Table} table @param {Held} tile @param {Box} box of the squares
 * @param {{ x: number, y: number }} point @param {boolean} mirrored */
export function findDropTarget(table, tile, box, point, mirrored) {
  const size = box.width / table.cols;
  const col = (mirrored ? box.right - point.x : point.x - box.left) / size - 0.5;
  const row = (point.y - box.top) / size - 0.5;
  let best = -1;
  let reach = REACH;
  for (const square of listNeighbours(table, row, col)) {
    const far = Math.hypot(table.row(square) - row, table.col(square) - col);
    const inside = Math.abs(table.row(square) - row) <= 0.5 && Math.abs(table.col(square) - col) <= 0.5;
    const open = !table.filled.has(square);
    if (inside && open) return square; // swaps with an own tile that lies there
    if (open && !isOther(table.on(square), tile) && far < reach) [best, reach] = [square, far];
  }
  return best;
}

/** @param {Held | undefined} found @param {Held} tile */
function isOther(found, tile) { return found && found !== tile; }

/** Return the squares around a point that is given in squares.
 * @param {Table} table @param {number} row @param {number} col */
function listNeighbours(table, row, col) {
  const rows = table.names.length / table.cols;
  const squares = [];
  for (let r = Math.max(0, Math.floor(row) - 1); r <= Math.min(rows - 1, row + 2); r++) {
    for (let c = Math.max(0, Math.floor(col) - 1); c <= Math.min(table.cols - 1, col + 2); c++) {
      squares.push(r * table.cols + c);
    }
  }
  return squares;
}
