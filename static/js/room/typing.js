// Lays the tiles for typed letters, from the cursor on. spelling.js decides which tiles; the
// letters come from board_keys.js, or from ime_input.js when they were composed.
import { announce, message } from "./announcer.js";
import { text } from "./page.js";
import { Spelling } from "./spelling.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Held} Held */
/** @typedef {import("./painter.js").Painter} Painter */
/** @typedef {import("./tile_interaction.js").TileInteraction} TileInteraction */

export class Typing {
  /** @type {Held[]} tiles whose letters may still change */
  #open = [];
  #at = -1; // where the cursor was then

  /** @param {Table} table @param {Painter} painter @param {TileInteraction} interaction @param {string[]} whole faces
   * that are never laid with single tiles */
  constructor(table, painter, interaction, whole) {
    this.table = table;
    this.painter = painter;
    this.interaction = interaction;
    this.letters = interaction.letters;
    this.spelling = new Spelling(interaction.letters.faces, whole);
  }

  /** @param {string} typed @param {boolean} [forBlank] meant for a blank
   * @returns {boolean} whether there was a letter in it */
  write(typed, forBlank = false) {
    const letters = this.letters.read(typed);
    if (!letters.length || !this.interaction.isOn()) return false;
    for (const letter of letters) this.#read(letter, forBlank);
    this.painter.squares.focus(this.table.cursor);
    return true;
  }

  /** Keep the open letters as they lie; the cursor moves on past them.
   * @returns {boolean} whether any were open */
  settle() {
    if (!this.spelling.open) return false;
    this.#recallOpen();
    const { lay, missing } = this.spelling.settle(this.#rack());
    this.#show(lay, missing);
    this.stop();
    return true;
  }

  /** Lay a blank at the cursor and ask for its letter.
   * @returns {boolean} whether there is a blank, and a square for it */
  ask() {
    this.settle();
    const blank = this.#rack().find((tile) => tile.blank);
    const square = this.table.nextFree();
    if (!blank || square < 0) return false;
    this.interaction.lay(blank, square).then(() => {
      if (blank.at === square) {
        this.table.cursor = square;
        this.#advanceCursor();
      }
      this.painter.squares.focus(this.table.cursor);
    });
    return true;
  }

  /** Keep the open letters as they lie, without moving the cursor.
   * @returns {boolean} whether letters waited for a tile */
  stop() {
    const waited = !!this.spelling.open && !this.#open.length;
    this.spelling.stop();
    this.#open = [];
    this.painter.pending = null;
    this.painter.paint();
    return waited;
  }

  /** @param {string} letter @param {boolean} forBlank */
  #read(letter, forBlank) {
    const { table, spelling } = this;
    this.#recallOpen();
    const { lay, open, missing, longer } = spelling.read(letter, this.#rack(), forBlank);
    this.#open = open ? lay.slice(-open).map(({ tile }) => tile) : [];
    this.#show(lay, missing);
    this.#at = table.cursor;
    this.painter.pending = spelling.open
      ? { face: spelling.open, at: table.cursor, waits: !open, longer } : null;
    this.painter.paint();
    if (spelling.open) announce(text(open ? "open" : "waits", { face: spelling.open, faces: longer.join(", ") }));
  }

  /** @param {import("./spelling.js").Placing[]} lay @param {string} missing letters without a tile */
  #show(lay, missing) {
    for (const { tile, as } of lay) this.#lay(tile, as);
    if (lay.length && !this.#open.length) this.#advanceCursor();
    if (lay.length) this.interaction.changed();
    if (missing) message(text("missing", { face: missing }), "warning");
  }

  #rack() { return this.table.held.filter((tile) => tile.at < 0); }

  /** Take the open tiles back, unless they or the cursor were moved meanwhile. */
  #recallOpen() {
    const { table } = this;
    const open = this.#open;
    this.#open = [];
    const gone = open.some((tile) => table.find(tile.id) !== tile || tile.at < 0); // moved, or did not fit
    if (gone || table.cursor !== this.#at) return this.spelling.stop();
    if (open.length) table.cursor = open[0].at;
    return open.forEach((tile) => table.recall(tile));
  }

  /** Lay a tile at the cursor, or at the next free square in its direction.
   * @param {Held} tile @param {string} as */
  #lay(tile, as) {
    const { table } = this;
    const square = table.nextFree();
    if (square < 0) return;
    table.lay(tile, square, as);
    table.cursor = square;
    announce(text("placed", { face: as || tile.face, square: table.names[square] }));
  }

  #advanceCursor() {
    const { table } = this;
    let next = table.next(table.cursor, 1);
    while (next >= 0 && table.filled.has(next)) next = table.next(next, 1);
    if (next >= 0) table.cursor = next;
  }
}
