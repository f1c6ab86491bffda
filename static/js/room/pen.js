// Writes on the board: lays the tiles that typed letters mean, from the cursor on. Which tiles those
// are says typing.js; keys.js brings the letters, ear.js what was composed.
import { announce, message } from "./announcer.js";
import { text } from "./page.js";
import { Typing } from "./typing.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Held} Held */
/** @typedef {import("./painter.js").Painter} Painter */
/** @typedef {import("./hand.js").Hand} Hand */

export class Pen {
  /** @type {Held[]} tiles whose letters are still open */
  #open = [];
  #at = -1; // where the cursor was left while they are

  /** @param {Table} table @param {Painter} painter @param {Hand} hand @param {string[]} whole faces
   * that are never laid with single tiles */
  constructor(table, painter, hand, whole) {
    this.table = table;
    this.painter = painter;
    this.hand = hand;
    this.letters = hand.letters;
    this.typing = new Typing(hand.letters.faces, whole);
  }

  /** @param {string} typed @param {boolean} [loud] meant for a blank
   * @returns {boolean} whether there was a letter in it */
  write(typed, loud = false) {
    const letters = this.letters.read(typed);
    if (!letters.length || !this.hand.isOn()) return false;
    for (const letter of letters) this.#read(letter, loud);
    this.painter.squares.focus(this.table.cursor);
    return true;
  }

  /** Leave the open letters as they lie; the cursor goes on behind them.
   * @returns {boolean} whether any were open */
  settle() {
    if (!this.typing.open) return false;
    this.#takeUp();
    const { lay, missing } = this.typing.settle(this.#rack());
    this.#show(lay, missing);
    this.stop();
    return true;
  }

  /** Lay a blank at the cursor and ask what it stands for.
   * @returns {boolean} whether there is one, and a square for it */
  ask() {
    this.settle();
    const blank = this.#rack().find((tile) => tile.blank);
    const square = this.table.nextFree();
    if (!blank || square < 0) return false;
    this.hand.lay(blank, square).then(() => {
      if (blank.at === square) {
        this.table.cursor = square;
        this.#goOn();
      }
      this.painter.squares.focus(this.table.cursor);
    });
    return true;
  }

  /** The same, but the cursor stays.
   * @returns {boolean} whether letters waited for a tile */
  stop() {
    const waited = !!this.typing.open && !this.#open.length;
    this.typing.stop();
    this.#open = [];
    this.painter.meant = null;
    this.painter.paint();
    return waited;
  }

  /** @param {string} letter @param {boolean} loud */
  #read(letter, loud) {
    const { table, typing } = this;
    this.#takeUp();
    const { lay, open, missing, hope } = typing.read(letter, this.#rack(), loud);
    this.#open = open ? lay.slice(-open).map(({ tile }) => tile) : [];
    this.#show(lay, missing);
    this.#at = table.cursor;
    this.painter.meant = typing.open
      ? { face: typing.open, at: table.cursor, waits: !open, hope } : null;
    this.painter.paint();
    if (typing.open) announce(text(open ? "open" : "waits", { face: typing.open, faces: hope.join(", ") }));
  }

  /** @param {import("./typing.js").Placing[]} lay @param {string} missing letters without a tile */
  #show(lay, missing) {
    for (const { tile, as } of lay) this.#lay(tile, as);
    if (lay.length && !this.#open.length) this.#goOn();
    if (lay.length) this.hand.changed();
    if (missing) message(text("missing", { face: missing }), "warning");
  }

  #rack() { return this.table.held.filter((tile) => tile.at < 0); }

  /** Take the open tiles back, unless somebody has moved them or the cursor. */
  #takeUp() {
    const { table } = this;
    const open = this.#open;
    this.#open = [];
    const gone = open.some((tile) => table.find(tile.id) !== tile || tile.at < 0); // moved, or no room for it
    if (gone || table.cursor !== this.#at) return this.typing.stop();
    if (open.length) table.cursor = open[0].at;
    return open.forEach((tile) => table.recall(tile));
  }

  /** Lay a tile at the cursor, or at the next free square on the way.
   * @param {Held} tile @param {string} as */
  #lay(tile, as) {
    const { table } = this;
    const square = table.nextFree();
    if (square < 0) return;
    table.lay(tile, square, as);
    table.cursor = square;
    announce(text("placed", { face: as || tile.face, square: table.names[square] }));
  }

  #goOn() {
    const { table } = this;
    let next = table.next(table.cursor, 1);
    while (next >= 0 && table.filled.has(next)) next = table.next(next, 1);
    if (next >= 0) table.cursor = next;
  }
}
