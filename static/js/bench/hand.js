// What pointer and keys do at the analysis board, where it differs from a table.
import { announce } from "../room/announcer.js";
import { Hand } from "../room/hand.js";
import { text } from "../room/page.js";

/** @typedef {import("../room/table.js").Held} Held */
/** @typedef {import("./stock.js").Owned} Owned */

const ECHO = 300; // ms within which a click follows a tap

export class BenchHand extends Hand {
  /** Tiles have been laid or taken off; set by bench.js. */
  moved = () => {};

  /** @param {import("../room/letters.js").Letters} letters @param {import("./stock.js").Stock} stock
   * @param {import("./painter.js").BenchPainter} painter */
  constructor(letters, stock, painter) {
    super(letters, stock, painter, /** @type {any} */ (null), /** @type {any} */ (null));
    this.stock = stock;
  }

  isOn() { return true; }

  settle() {
    this.painter.paint();
    this.moved();
  }

  /** Escape lets go of a tile; whoever wants an empty board says so. */
  recallAll() {
    this.table.chosen = 0;
    this.painter.paint();
  }

  /** One that lies nowhere goes to the cursor, one on the board is chosen.
   * @param {Held} tile */
  tapTile(tile) {
    if (tile.at < 0) return this.#put(tile);
    this.table.cursor = tile.at;
    return super.tapTile(tile);
  }

  /** Take off what is chosen, or what lies at the cursor or before it. */
  erase() {
    const { table } = this;
    const before = table.next(table.cursor, -1);
    const tile = table.find(table.chosen) ?? table.on(table.cursor) ?? (before >= 0 ? table.on(before) : undefined);
    if (!tile) return;
    table.cursor = tile.at;
    announce(text("back", { face: tile.as || tile.face }));
    this.recall(tile);
  }

  /** The chosen tile is somebody's, safe or not. */
  own() {
    const tile = /** @type {Owned | undefined} */ (this.table.find(this.table.chosen));
    if (!tile || tile.at < 0) return;
    [tile.owner, tile.safe] = [this.stock.owner, this.stock.safe];
    this.settle();
  }

  /** @param {Held} tile */
  async #put(tile) {
    const { table } = this;
    const square = table.nextFree();
    if (square < 0) return;
    if (tile.blank) await tapped();
    await this.lay(tile, square);
    if (tile.at !== square) return;
    const next = table.next(square, 1);
    table.cursor = next < 0 ? square : next;
    this.painter.paint();
  }
}

/** The tap is over. The click that ends it would close the dialog in which a letter is chosen. */
function tapped() {
  return new Promise((done) => {
    window.addEventListener("click", done, { once: true, capture: true });
    setTimeout(done, ECHO);
  });
}
