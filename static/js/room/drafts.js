// The tentative play of one member of a team. Pure functions. A draft is sent as a whole: square,
// face and the letter of a blank for each tile.
import { Table } from "./table.js";
import { writePlay } from "./notation.js";

/** @typedef {import("./table.js").Held} Held */
/** @typedef {[square: number, face: string, as: string]} Laid */
/** `by` is the member's number.
 * @typedef {{ by: number, laid: Laid[] }} Draft */

/** Return the tentative tiles of a table, in the order of the squares.
 * @param {Table} table @returns {Laid[]} */
export function draftOf(table) {
  return table.laid.map((tile) => [tile.at, tile.face, tile.as]);
}

/** Return whether the team's present rack has all these tiles, and their squares are free.
 * @param {Table} table @param {Laid[]} laid */
export function fits(table, laid) {
  const rack = table.held.map((tile) => tile.face);
  return laid.every(([square, face]) => {
    const place = rack.indexOf(face);
    if (place >= 0) rack.splice(place, 1);
    return place >= 0 && !table.filled.has(square);
  });
}

/** Lay the same tiles and remove all others.
 * @param {Table} table @param {Laid[]} laid */
export function useDraft(table, laid) {
  table.laid.forEach((tile) => table.recall(tile));
  for (const [square, face, as] of laid) {
    const tile = table.held.find((held) => held.at < 0 && held.face === face);
    if (tile) table.lay(tile, square, as);
  }
}

/** Return the letters in the order in which they lie; a blank without a letter is "?".
 * @param {Laid[]} laid */
export function lettersOf(laid) {
  return [...laid].sort((a, b) => a[0] - b[0]).map(([, face, as]) => as || face);
}

/** Return where the play begins; "" while the tiles form no play.
 * @param {Table} table @param {Laid[]} laid */
export function placeOf(table, laid) {
  const other = new Table(table.cols, table.names, table.size);
  other.filled = table.filled;
  other.slots = laid.map(([at, face, as], i) => ({ id: i + 1, face, value: 0, blank: face === "?", at, as }));
  const written = writePlay(other);
  return written && "position" in written ? written.position : "";
}
