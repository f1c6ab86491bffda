// A board in words, for those who hear it: its rows from the top, what lies where. Knows no page.

/** @typedef {import("../room/table.js").Lying} Lying */

/** @param {Map<number, Lying>} tiles by square @param {number} cols
 * @param {(name: string) => string} text the page's sentences */
export function sayBoard(tiles, cols, text) {
  /** @type {Map<number, string[]>} */
  const rows = new Map();
  for (const [square, tile] of [...tiles].sort(([one], [other]) => one - other)) {
    const [row, col] = [Math.floor(square / cols), square % cols];
    const said = `${String.fromCharCode(65 + col)}${row + 1} ${tile.face}${tile.blank ? ` ${text("blank")}` : ""}`;
    rows.set(row, [...(rows.get(row) ?? []), said]);
  }
  const said = [...rows.values()].map((row) => row.join(", "));
  return `${text("board")}: ${said.join("; ") || text("empty")}`;
}
