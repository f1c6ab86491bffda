// The state of a duplicate game as data: like a room's, with the times of the turn.

/** `due`: when the turn or the pause is over; `warning`: when to warn, if at all. Both in ms since
 * the epoch, by the server's clock. `stage` is what the server calls the phase.
 * @typedef {import("../room/state.js").State & {
 *   stage: string, due: number | null, warning: number | null,
 * }} DuplicateState */

/** @param {import("../room/fragments.js").Fragments} fragments */
export const stateOf = (fragments) => /** @type {DuplicateState} */ (fragments.state);

/** Name the moment that a personal part of the page belongs to.
 * @param {{ turn: number, stage: string }} state */
export const momentOf = ({ turn, stage }) => `${turn} ${stage}`;
