// What the server tells the page as data: the JSON part that leads every bundle. The visible parts
// beside it are placed by htmx, see parts.js.
import { one } from "./page.js";
import { lying } from "./steps.js";

/** @typedef {import("./table.js").Lying} Lying */
/** `stamp` only grows in a room; `turn` is the number a command must carry; `can` names the verbs
 * open now. A tile on the board is its square, face, value, whether it is a blank, and where tiles
 * have owners the owner's seat and whether it is safe. `number` counts the games of the room.
 * `team`: who shares the seat, oneself too.
 * @typedef {{
 *   stamp: number, turn: number, game: string, number: number, phase: string, seat: number | null, mine: boolean,
 *   can: string[], most: number, seats: string[], rack: [string, number][] | null, seedHash: string,
 *   team: [number: number, name: string][],
 *   toMove: number | null, clock: import("../clock/figure.js").Clock | null,
 *   tiles: [number, string, number, number, number?, number?][],
 * }} State */

/** @param {ParentNode} [within] @returns {State} */
export function readState(within = document) {
  return JSON.parse(one("#_state", within).textContent || "");
}

/** What lies on the board, by square.
 * @param {State} state @returns {Map<number, Lying>} */
export function boardOf(state) {
  return new Map(state.tiles.map((tile) => [tile[0], lying(tile)]));
}

/** @param {State} state @returns {import("./table.js").Tile[]} */
export function rackOf(state) {
  return (state.rack || []).map(([face, value]) => ({ face, value, blank: face === "?" }));
}

/** Whether tiles may be laid, for the turn or in thought.
 * @param {State} state */
export function isOn(state) { return ["playing", "final_challenge"].includes(state.phase); }
