// The state of a room as data: the JSON part at the head of every update. htmx places the visible
// parts beside it, see fragments.js.
import { one } from "./page.js";
import { toBoardTile } from "./move_steps.js";

/** @typedef {import("./table.js").BoardTile} BoardTile */
/** `room` is its code; `stamp` only grows within a room; `turn` is the number a command must carry;
 * `can` names the actions open to the viewer. `number` counts the games of the room. `team`: the
 * members who share the seat, including the viewer. A tile on the board is its square, face, value,
 * whether it is a blank and, where tiles have owners, the owner's seat and whether it is safe.
 * @typedef {{
 *   room: string, stamp: number, turn: number, game: string, number: number, phase: string,
 *   seat: number | null, mine: boolean, can: string[], most: number, seats: string[], rack: [string, number][] | null, seedHash: string,
 *   team: [number: number, name: string][],
 *   toMove: number | null, clock: import("../clock/clock_reading.js").Clock | null,
 *   tiles: [number, string, number, number, number?, number?][],
 * }} State */

/** @param {ParentNode} [within] @returns {State} */
export function readState(within = document) {
  return JSON.parse(one("#_state", within).textContent || "");
}

/** Return the tiles on the board, by square.
 * @param {State} state @returns {Map<number, BoardTile>} */
export function boardOf(state) {
  return new Map(state.tiles.map((tile) => [tile[0], toBoardTile(tile)]));
}

/** @param {State} state @returns {import("./table.js").Tile[]} */
export function rackOf(state) {
  return (state.rack || []).map(([face, value]) => ({ face, value, blank: face === "?" }));
}

/** Return whether tiles may be laid, for the turn or tentatively.
 * @param {State} state */
export function isOn(state) { return ["playing", "final_challenge"].includes(state.phase); }
