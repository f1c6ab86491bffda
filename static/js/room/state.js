// What the server tells the page as data: the JSON part that leads every bundle. The visible parts
// beside it are placed by htmx, see parts.js.
import { one } from "./page.js";

/** @typedef {import("./table.js").Lying} Lying */
/** `stamp` only grows in a room; `turn` is the number a command must carry; `can` names the verbs
 * open now. A tile on the board is its square, face, value, whether it is a blank, and where tiles
 * have owners the owner's seat and whether it is safe.
 * @typedef {{
 *   stamp: number, turn: number, game: string, phase: string, seat: number | null, mine: boolean,
 *   can: string[], most: number, seats: string[], rack: [string, number][] | null, seedHash: string,
 *   tiles: [number, string, number, number, number?, number?][],
 * }} State */

/** @param {ParentNode} [within] @returns {State} */
export function readState(within = document) {
  return JSON.parse(one("#_state", within).textContent || "");
}

/** What lies on the board, by square.
 * @param {State} state @returns {Map<number, Lying>} */
export function boardOf(state) {
  return new Map(state.tiles.map(([at, face, value, blank, owner, safe]) =>
    [at, { face, value, blank: !!blank, owner: owner ?? -1, safe: !!safe }]));
}

/** @param {State} state @returns {import("./table.js").Tile[]} */
export function rackOf(state) {
  return (state.rack || []).map(([face, value]) => ({ face, value, blank: face === "?" }));
}

/** Whether tiles may be laid, for the turn or in thought.
 * @param {State} state */
export function isOn(state) { return ["playing", "final_challenge"].includes(state.phase); }
