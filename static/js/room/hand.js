// The player's hand: what pointer and keys do to the tiles. Everything here is in thought; what is
// told to the server is in verbs.js.
import { announce, message } from "./announcer.js";
import { chooseFace } from "./dialogs.js";
import { keepRack } from "./memory.js";
import { text } from "./page.js";
import { isOn } from "./state.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Held} Held */
/** @typedef {import("./painter.js").Painter} Painter */
/** @typedef {import("./preview.js").Preview} Preview */
/** Who knows how the game stands.
 * @typedef {{ state: import("./state.js").State }} Knower */

const DOUBLE = 400; // ms between two taps that are one double tap

export class Hand {
  #tapped = { id: 0, at: 0 };
  /** Play what lies there; set by verbs.js. */
  play = () => {};
  /** The tiles have come to rest; set by mates.js. */
  settled = () => {};

  /** @param {import("./letters.js").Letters} letters @param {Table} table @param {Painter} painter
   * @param {Preview} preview @param {Knower} parts */
  constructor(letters, table, painter, preview, parts) {
    this.letters = letters;
    this.table = table;
    this.painter = painter;
    this.preview = preview;
    this.parts = parts;
  }

  /** Whether this viewer may lay tiles, for the turn or in thought. */
  isOn() { return !!this.painter.rack && !this.painter.squares.past && isOn(this.parts.state); }

  repaint() { this.painter.paint(); }

  /** The tiles have moved: what was said about them is over. */
  changed() {
    message("");
    this.settle();
  }

  /** Keep, ask what it would score, and paint. */
  settle() {
    const { game, seat, turn } = this.parts.state;
    keepRack(`${game}:${seat ?? ""}`, this.table.slots);
    this.preview.update(turn);
    this.painter.paint();
    this.settled();
  }

  /** @param {Held} tile @param {number} square */
  async lay(tile, square) {
    this.table.lay(tile, square);
    this.changed();
    if (tile.blank && !tile.as) {
      const chosen = await chooseFace(this.letters);
      if (tile.at < 0) return;
      if (chosen) tile.as = chosen;
      else this.table.recall(tile);
      this.changed();
    }
    if (tile.at < 0) return;
    announce(text("placed", { face: tile.as || tile.face, square: this.table.names[tile.at] }));
  }

  /** @param {Held} tile */
  recall(tile) {
    this.table.recall(tile);
    if (this.table.chosen === tile.id) this.table.chosen = 0;
    this.changed();
  }

  recallAll() {
    this.table.laid.forEach((tile) => this.table.recall(tile));
    this.table.chosen = 0;
    announce(text("recalled"));
    this.changed();
  }

  /** @param {Held} tile @param {number} place on the rack */
  shift(tile, place) {
    this.table.shift(tile, place);
    this.changed();
  }

  /** @param {Held} tile */
  tapTile(tile) {
    if (!this.isOn()) return undefined;
    const now = performance.now();
    const double = this.#tapped.id === tile.id && now - this.#tapped.at < DOUBLE;
    this.#tapped = { id: tile.id, at: now };
    if (double && tile.at >= 0) return this.recall(tile);
    this.table.chosen = this.table.chosen === tile.id ? 0 : tile.id;
    if (this.table.chosen) announce(text("chosen", { face: tile.as || tile.face || text("blank") }));
    return this.painter.paint();
  }

  /** A chosen tile goes there; a tap where the cursor stands already turns its way.
   * @param {number} square @param {boolean} again */
  tapSquare(square, again) {
    const { table, painter } = this;
    const tile = table.find(table.chosen);
    if (tile && table.free(square)) {
      const next = table.next(square, 1);
      this.#tapped.id = 0; // the next tap on this tile begins anew
      this.lay(tile, square);
      table.cursor = next < 0 ? square : next;
      return painter.paint();
    }
    if (again && square === table.cursor) table.turn();
    table.cursor = square;
    painter.paint();
    return painter.squares.focus(square);
  }

  /** @param {number} place on the rack */
  tapPlace(place) {
    const tile = this.table.find(this.table.chosen);
    if (!tile) return;
    this.table.chosen = 0;
    this.shift(tile, place);
  }
}
