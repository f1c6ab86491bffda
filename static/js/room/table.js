// What lies on the player's side of the table: the rack in its order, and the tiles that lie
// tentatively on the board. Knows no page: painter.js draws it, drag.js and keys.js move it, and
// written.js puts a play in notation.
// A square is an index, counted row by row from the top.

/** @typedef {{ face: string, value: number, blank: boolean }} Tile */
/** A tile of one's own. `at`: the square it lies on tentatively, -1 on the rack; `as`: what a
 * blank stands for.
 * @typedef {Tile & { id: number, at: number, as: string }} Held */
/** A tile that was played. `owner` is a seat where tiles have owners, else -1.
 * @typedef {Tile & { owner: number, safe: boolean }} Lying */

export class Table {
  /** @type {(Held | null)[]} places on the rack; a tile on the board keeps its place */
  slots = [];
  /** @type {Map<number, Lying>} */
  filled = new Map();
  /** @type {number} id of the tile that was tapped, 0 for none */
  chosen = 0;
  /** @type {number} id of the tile under the finger, 0 for none */
  lifted = 0;
  cursor = 0;
  /** @type {"across" | "down"} */
  way = "across";
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

  /** Take up what the server says, keeping order and tentative tiles where that is possible.
   * @param {Tile[]} rack
   * @param {Map<number, Lying>} filled
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
      tile.value = wanted.splice(found, 1)[0].value; // what was kept over a reload knows only faces
    }
    const back = this.laid.filter((tile) => kept.has(tile) && filled.has(tile.at));
    back.forEach((tile) => this.recall(tile));
    this.slots = this.slots.map((tile) => (tile && kept.has(tile) ? tile : null));
    for (const tile of wanted) {
      const hole = this.slots.indexOf(null);
      this.slots[hole < 0 ? this.slots.length : hole] = this.#held(tile);
    }
    if (!this.find(this.chosen)) this.chosen = 0;
    if (!this.find(this.lifted)) this.lifted = 0;
    return back.length;
  }

  /** Whether all that lay tentatively has been played just so. */
  #played() {
    return this.laid.length > 0 && this.laid.every((tile) => {
      const there = this.filled.get(tile.at);
      return there && there.blank === tile.blank && there.face === (tile.as || tile.face);
    });
  }

  /** @param {Tile} tile @returns {Held} */
  #held(tile) { return { ...tile, id: ++this.#lastId, at: -1, as: "" }; }

  /** Lay a tile; one that lies there tentatively changes places with it.
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

  /** Move a tile to another place on the rack, off the board if it lay there.
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

  /** The next square along the way (or back along it), -1 at the edge.
   * @param {number} square @param {1 | -1} sense @param {boolean} [across] */
  next(square, sense, across = this.way === "across") {
    const next = square + sense * (across ? 1 : this.cols);
    const sameRow = this.row(next) === this.row(square);
    return next < 0 || next >= this.names.length || (across && !sameRow) ? -1 : next;
  }

  /** The first free square from the cursor on, -1 when the way ends before.
   * @param {number} [from] */
  nextFree(from = this.cursor) {
    let square = from;
    while (square >= 0 && !this.free(square)) square = this.next(square, 1);
    return square;
  }

  turn() { this.way = this.way === "across" ? "down" : "across"; }

  /** Begin a game, or come back to it with what memory.js kept.
   * @param {import("./memory.js").Kept[]} kept
   * @param {number} start where the cursor stands first */
  open(kept, start = 0) {
    this.cursor = start;
    this.way = "across";
    this.slots = Array(this.size).fill(null);
    kept.slice(0, this.size).forEach((tile, i) => {
      if (!tile) return;
      const blank = tile.f === "?";
      this.slots[i] = { ...this.#held({ face: tile.f, value: 0, blank }), at: tile.at, as: tile.as };
    });
  }
}
