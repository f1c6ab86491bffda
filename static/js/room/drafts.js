// What a member of the team lays in thought: pure. A draft is told whole, as square, face and what a
// blank stands for, a tile after the other.
import { Table } from "./table.js";
import { write } from "./written.js";

/** @typedef {import("./table.js").Held} Held */
/** @typedef {[square: number, face: string, as: string]} Laid */
/** `by` is the member's number.
 * @typedef {{ by: number, name: string, laid: Laid[] }} Draft */

/** What lies tentatively on a table, in the order of the squares.
 * @param {Table} table @returns {Laid[]} */
export function draftOf(table) {
  return table.laid.map((tile) => [tile.at, tile.face, tile.as]);
}

/** Whether the team's rack, as it is now, has all these tiles, and their squares are free.
 * @param {Table} table @param {Laid[]} laid */
export function fits(table, laid) {
  const rack = table.held.map((tile) => tile.face);
  return laid.every(([square, face]) => {
    const place = rack.indexOf(face);
    if (place >= 0) rack.splice(place, 1);
    return place >= 0 && !table.filled.has(square);
  });
}

/** Lay the same tiles, and no others.
 * @param {Table} table @param {Laid[]} laid */
export function adopt(table, laid) {
  table.laid.forEach((tile) => table.recall(tile));
  for (const [square, face, as] of laid) {
    const tile = table.held.find((held) => held.at < 0 && held.face === face);
    if (tile) table.lay(tile, square, as);
  }
}

/** The letters in the order in which they lie; an undecided blank is "?".
 * @param {Laid[]} laid */
export function lettersOf(laid) {
  return [...laid].sort((a, b) => a[0] - b[0]).map(([, face, as]) => as || face);
}

/** Where the play would begin, "" while it is none.
 * @param {Table} table @param {Laid[]} laid */
export function placeOf(table, laid) {
  const other = new Table(table.cols, table.names, table.size);
  other.filled = table.filled;
  other.slots = laid.map(([at, face, as], i) => ({ id: i + 1, face, value: 0, blank: face === "?", at, as }));
  const written = write(other);
  return written && "position" in written ? written.position : "";
}
