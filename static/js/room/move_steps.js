// What each move of a game did to board and scores, and so the board after any move. Past moves
// never change, so they are fetched once. Independent of the page; history_view.js shows it.

/** @typedef {import("./table.js").BoardTile} BoardTile */
/** A tile as the state has it: square, face, value, whether it is a blank, owner, whether it is
 * safe.
 * @typedef {import("./state.js").State["tiles"][number]} TileData */
/** What one move did. `off`: the squares it emptied; `last` and `stolen`: the squares it marks.
 * @typedef {{ said: string, scores: number[], tiles: TileData[], off: number[], last: number[], stolen: number[] }} Step */

/** @type {Omit<Step, "scores">} */
const START = { said: "", tiles: [], off: [], last: [], stolen: [] };

export class Steps {
  /** @type {Step[]} */
  #steps = [];

  get count() { return this.#steps.length; }

  /** @param {number} after the number of the move before the first of these
   * @param {Step[]} steps */
  add(after, steps) { this.#steps.splice(after, steps.length, ...steps); }

  forget() { this.#steps = []; }

  /** Return what the move with this number did; number 0 is the start.
   * @param {number} number */
  at(number) { return number ? this.#steps[number - 1] : START; }

  /** @param {number} number @param {number} seats @returns {number[]} by seat */
  scoresAt(number, seats) { return number ? this.#steps[number - 1].scores : Array(seats).fill(0); }

  /** Return the tiles after the move with this number, by square.
   * @param {number} number @returns {Map<number, BoardTile>} */
  boardAt(number) {
    const board = new Map();
    for (const { tiles, off } of this.#steps.slice(0, number)) {
      off.forEach((square) => board.delete(square));
      for (const tile of tiles) board.set(tile[0], toBoardTile(tile));
    }
    return board;
  }
}

/** @param {TileData} tile @returns {BoardTile} */
export function toBoardTile([, face, value, blank, owner, safe]) {
  return { face, value, blank: !!blank, owner: owner ?? -1, safe: !!safe };
}
