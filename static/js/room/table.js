// The player's tiles: the rack in its order, and the tentative tiles on the board. Independent of
// the page: painter.js draws them, drag.js and board_keys.js move them, notation.js writes the
// play. A square is an index, counted row by row from the top.

/** @typedef {{ face: string, value: number, blank: boolean }} Tile */
/** One of the player's tiles. `at`: the square it lies on tentatively, -1 on the rack; `as`: the
 * face chosen for a blank.
 * @typedef {Tile & { id: number, at: number, as: string }} Held */
/** A played tile. `owner` is a seat where tiles have owners, else -1.
 * @typedef {Tile & { owner: number, safe: boolean }} BoardTile */

export class Table {
  /** @type {(Held | null)[]} places on the rack; a tile on the board keeps its place */
  slots = [];
  /** @type {Map<number, BoardTile>} */
  filled = new Map();
  /** @type {number} id of the chosen tile, 0 for none */
  chosen = 0;
  /** @type {number} id of the tile being dragged, 0 for none */
  dragged = 0;
  cursor = 0;
  /** @type {"across" | "down"} */
  direction = "across";
  #lastId = 0;

  /**
   * @param {number} cols
   * @param {string[]} names of all squares
   * @param {number} size of the rack
   */
  constructor(cols, names, size) {
    this.cols = cols;
    this.names = names;
    this.size = size;
    this.slots = Array(size).fill(null);
  }

  get held() { return /** @type {Held[]} */ (this.slots.filter(Boolean)); }
  get laid() { return this.held.filter((tile) => tile.at >= 0).sort((a, b) => a.at - b.at); }
  /** @param {number} id */
  find(id) { return this.held.find((tile) => tile.id === id); }
  /** @param {number} square */
  on(square) { return this.held.find((tile) => tile.at === square); }
  /** @param {number} square */
  row(square) { return Math.floor(square / this.cols); }
  /** @param {number} square */
  col(square) { return square % this.cols; }
  /** @param {number} square */
  free(square) { return !this.filled.has(square) && !this.on(square); }

  /** Take over the server's rack and board, keeping order and tentative tiles where possible.
   * @param {Tile[]} rack
   * @param {Map<number, BoardTile>} filled
   * @returns {number} how many tentative tiles had to go back to the rack */
  take(rack, filled) {
    this.filled = filled;
    if (this.#played()) this.slots = this.slots.map((tile) => (tile && tile.at >= 0 ? null : tile));
    const wanted = [...rack];
    const kept = new Set();
    const rank = (/** @type {Held} */ tile) => (tile.at < 0 ? 0 : filled.has(tile.at) ? 2 : 1);
    for (const tile of this.held.sort((a, b) => rank(a) - rank(b))) {
      const found = wanted.findIndex((other) => other.face === tile.face);
      if (found < 0) continue;
      kept.add(tile);
      tile.value = wanted.splice(found, 1)[0].value; // storage keeps only faces
    }
    const back = this.laid.filter((tile) => kept.has(tile) && filled.has(tile.at));
    back.forEach((tile) => this.recall(tile));
    this.slots = this.slots.map((tile) => (tile && kept.has(tile) ? tile : null));
    for (const tile of wanted) {
      const hole = this.slots.indexOf(null);
      this.slots[hole < 0 ? this.slots.length : hole] = this.#held(tile);
    }
    if (!this.find(this.chosen)) this.chosen = 0;
    if (!this.find(this.dragged)) this.dragged = 0;
    return back.length;
  }

  /** Return whether all tentative tiles have been played exactly there. */
  #played() {
    return this.laid.length > 0 && this.laid.every((tile) => {
      const there = this.filled.get(tile.at);
      return there && there.blank === tile.blank && there.face === (tile.as || tile.face);
    });
  }

  /** @param {Tile} tile @returns {Held} */
  #held(tile) { return { ...tile, id: ++this.#lastId, at: -1, as: "" }; }

  /** Lay a tile; it changes places with a tentative tile on that square.
   * @param {Held} tile @param {number} square @param {string} [as] */
  lay(tile, square, as = tile.as) {
    const other = this.on(square);
    if (other && other !== tile) {
      other.at = tile.at;
      if (tile.at < 0) other.as = "";
    }
    tile.at = square;
    tile.as = as;
    if (this.chosen === tile.id) this.chosen = 0;
  }

  /** @param {Held} tile */
  recall(tile) {
    tile.at = -1;
    tile.as = "";
  }

  /** Move a tile to a place on the rack, also from the board.
   * @param {Held} tile @param {number} place */
  shift(tile, place) {
    this.recall(tile);
    this.slots.splice(this.slots.indexOf(tile), 1);
    this.slots.splice(Math.max(0, Math.min(place, this.size - 1)), 0, tile);
  }

  shuffle() {
    for (let i = this.slots.length - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      [this.slots[i], this.slots[j]] = [this.slots[j], this.slots[i]];
    }
  }

  /** @param {string[]} alphabet */
  sort(alphabet) {
    const rank = (/** @type {Held | null} */ tile) =>
      !tile ? 999 : tile.blank ? 998 : (alphabet.indexOf(tile.face) + 997) % 997;
    this.slots.sort((a, b) => rank(a) - rank(b));
  }

  /** Return the next square in the cursor's direction (or against it), -1 at the edge.
   * @param {number} square @param {1 | -1} step @param {boolean} [across] */
  next(square, step, across = this.direction === "across") {
    const next = square + step * (across ? 1 : this.cols);
    const sameRow = this.row(next) === this.row(square);
    return next < 0 || next >= this.names.length || (across && !sameRow) ? -1 : next;
  }

  /** Return the first free square from the cursor on, -1 if there is none before the edge.
   * @param {number} [from] */
  nextFree(from = this.cursor) {
    let square = from;
    while (square >= 0 && !this.free(square)) square = this.next(square, 1);
    return square;
  }

  turn() { this.direction = this.direction === "across" ? "down" : "across"; }

  /** Begin a game, or resume it with what rack_storage.js kept.
   * @param {import("./rack_storage.js").Kept[]} kept
   * @param {number} start the cursor's first square */
  open(kept, start = 0) {
    this.cursor = start;
    this.direction = "across";
    this.slots = Array(this.size).fill(null);
    kept.slice(0, this.size).forEach((tile, i) => {
      if (!tile) return;
      const blank = tile.f === "?";
      this.slots[i] = { ...this.#held({ face: tile.f, value: 0, blank }), at: tile.at, as: tile.as };
    });
  }
}
