// A small board of five by five for the tests of what is pure: racks and boards in few words.
import { Table } from "../../static/js/room/table.js";

export const names = [1, 2, 3, 4, 5].flatMap((row) => [..."ABCDE"].map((col) => col + row));

/** @param {string[]} faces */
export const rackOf = (faces) =>
  faces.map((face) => ({ face, value: face === "?" ? 0 : 1, blank: face === "?" }));

/** @param {string | string[]} rack @param {Record<string, string>} [board]squares by face */
export function tableOf(rack, board = {}) {
  const table = new Table(5, names, rack.length);
  table.take(rackOf([...rack]), lying(board));
  return table;
}

/** @param {Record<string, string>} board squares by face */
export const lying = (board) => new Map(Object.entries(board).map(([face, name]) =>
  [names.indexOf(name), { face, value: 1, blank: false, owner: -1, safe: false }]));

/** @param {string} rack @param {Record<string, string>} tiles squares by face
 * @param {Record<string, string>} [board] squares by face */
export function laid(rack, tiles, board = {}) {
  const table = tableOf(rack, board);
  for (const tile of table.held) if (tiles[tile.face]) table.lay(tile, names.indexOf(tiles[tile.face]));
  return table;
}
