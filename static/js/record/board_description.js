// Describes a board in words for screen readers, row by row from the top. Independent of the page.

/** @typedef {import("../room/table.js").BoardTile} BoardTile */

/** @param {Map<number, BoardTile>} tiles by square @param {number} cols
 * @param {(name: string) => string} text the page's sentences */
export function describeBoard(tiles, cols, text) {
  /** @type {Map<number, string[]>} */
  const rows = new Map();
  for (const [square, tile] of [...tiles].sort(([one], [other]) => one - other)) {
    const [row, col] = [Math.floor(square / cols), square % cols];
    const blank = tile.blank ? ` ${text("blank")}` : "";
    const parts = `${String.fromCharCode(65 + col)}${row + 1} ${tile.face}${blank}`;
    rows.set(row, [...(rows.get(row) ?? []), parts]);
  }
  const parts = [...rows.values()].map((row) => row.join(", "));
  return `${text("board")}: ${parts.join("; ") || text("empty")}`;
}
