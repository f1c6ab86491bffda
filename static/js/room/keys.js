// The keyboard's verbs. On the board: arrows move, letters lay tiles, Space turns the way,
// Backspace takes back, Enter plays, Escape recalls. On the rack: rackkeys.js.
import { announce, message } from "./announcer.js";
import { one, text } from "./page.js";
import { Typing, upper } from "./typing.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Held} Held */
/** @typedef {import("./painter.js").Painter} Painter */
/** @typedef {import("./hand.js").Hand} Hand */

const PAGE = 5; // rows that Page Up and Page Down go

export class BoardKeys {
  /** @param {HTMLElement} room @param {Table} table @param {Painter} painter @param {Hand} hand */
  constructor(room, table, painter, hand) {
    this.room = room;
    this.table = table;
    this.painter = painter;
    this.hand = hand;
    this.typing = new Typing(room.dataset.lang || "en", (room.dataset.faces || "").split(" "));
  }

  listen() {
    this.room.addEventListener("focusin", (event) => {
      const cell = this.painter.squares.cells.indexOf(/** @type {HTMLElement} */ (event.target));
      if (cell < 0 || cell === this.table.cursor) return;
      this.table.cursor = cell;
      this.typing.stop();
      this.painter.paint();
    });
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key meant something */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const onBoard = !!target.closest("[role=grid]");
    if (onBoard && this.#go(event)) return true;
    if (event.ctrlKey || event.metaKey || event.altKey || !this.hand.isOn()) return false;
    if (event.key.startsWith("Arrow") && target === document.body) return this.#go(event);
    return this.#act(event, target, onBoard) || this.#type(event.key);
  }

  /** @param {KeyboardEvent} event */
  #go({ key, ctrlKey, metaKey, altKey }) {
    if (metaKey || altKey) return false;
    const { table } = this;
    const { cols, cursor } = table;
    const last = table.names.length - 1;
    const start = cursor - table.col(cursor);
    if (key === "Home") return this.#jump(ctrlKey ? 0 : start);
    if (key === "End") return this.#jump(ctrlKey ? last : start + cols - 1);
    if (ctrlKey) return false;
    const rows = Math.min(PAGE, key === "PageUp" ? table.row(cursor) : table.row(last) - table.row(cursor));
    if (key === "PageUp") return this.#jump(cursor - rows * cols);
    if (key === "PageDown") return this.#jump(cursor + rows * cols);
    return key.startsWith("Arrow") && this.#step(key);
  }

  /** @param {string} key */
  #step(key) {
    const along = key === "ArrowRight" || key === "ArrowLeft";
    const forward = along ? (key === "ArrowRight") !== (one(".board").dir === "rtl") : key === "ArrowDown";
    const next = this.table.next(this.table.cursor, forward ? 1 : -1, along);
    return this.#jump(next < 0 ? this.table.cursor : next);
  }

  /** @param {number} square */
  #jump(square) {
    this.table.cursor = square;
    this.typing.stop();
    this.painter.paint();
    this.painter.squares.focus(square);
    return true;
  }

  /** @param {KeyboardEvent} event @param {HTMLElement} target @param {boolean} onBoard */
  #act({ key }, target, onBoard) {
    const { table, hand } = this;
    const idle = onBoard || target === document.body || !!target.closest("[role=option]");
    if (key === "Escape") return table.laid.length > 0 && (hand.recallAll(), true);
    if (key === "Backspace" || key === "Delete") return this.#takeBack(key === "Delete");
    if (key === " " && idle) return this.#turn();
    if (key !== "Enter" || !idle) return false;
    if (table.chosen && onBoard) hand.tapSquare(table.cursor, false);
    else hand.play();
    return true;
  }

  #turn() {
    this.table.turn();
    this.typing.stop();
    announce(text(this.table.way));
    this.painter.paint();
    return true;
  }

  /** @param {boolean} here take the tile under the cursor, not the one before it */
  #takeBack(here) {
    const { table } = this;
    let square = table.cursor;
    while (!here && square >= 0 && !table.on(square)) square = table.next(square, -1);
    const tile = table.on(square) ?? table.on(table.cursor);
    if (!tile) return false;
    this.typing.stop();
    table.cursor = tile.at;
    announce(text("back", { face: tile.as || tile.face }));
    this.hand.recall(tile);
    this.#stay();
    return true;
  }

  /** @param {string} key */
  #type(key) {
    if ([...key].length !== 1 || !/\p{L}/u.test(key)) return false;
    const { table, typing } = this;
    const rack = table.held.filter((tile) => tile.at < 0);
    const reading = typing.read(key, performance.now(), rack);
    if (reading.back.length) table.cursor = reading.back[0];
    for (const square of reading.back) table.recall(/** @type {Held} */ (table.on(square)));
    for (const { tile, as } of reading.lay) this.#put(tile, as);
    if (reading.lay.length) this.hand.changed();
    if (reading.missing) message(text("missing", { face: reading.missing }), "warning");
    if (reading.waits) announce(text("waits", { face: upper(key, typing.language) }));
    this.#stay();
    return true;
  }

  /** Lay a tile at the cursor, or at the next free square on the way, and go on.
   * @param {Held} tile @param {string} as */
  #put(tile, as) {
    const { table } = this;
    const square = table.nextFree();
    if (square < 0) return;
    table.lay(tile, square, as);
    this.typing.laidAt(square);
    let next = table.next(square, 1);
    while (next >= 0 && table.filled.has(next)) next = table.next(next, 1);
    if (next >= 0) table.cursor = next;
    announce(text("placed", { face: as || tile.face, square: table.names[square] }));
  }

  /** Who types wants to see where: the focus goes to the cursor. */
  #stay() { this.painter.squares.focus(this.table.cursor); }
}
