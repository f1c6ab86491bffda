// Keyboard control. On the board: arrows move the cursor, letters lay tiles, Space changes
// direction, Backspace takes back, Enter plays, Escape recalls. The rack: rack_keys.js; letters:
// typing.js.
import { announce } from "./announcer.js";
import { isChord, asksForBlank } from "./letters.js";
import { one, text } from "./page.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Held} Held */
/** @typedef {import("./painter.js").Painter} Painter */
/** @typedef {import("./tile_interaction.js").TileInteraction} TileInteraction */
/** @typedef {import("./typing.js").Typing} Typing */

const PAGE = 5; // rows that Page Up and Page Down move
const BLANK_KEYS = "?؟"; // keys that lay a blank and ask for its letter

export class BoardKeys {
  /** @param {HTMLElement} room @param {Table} table @param {Painter} painter @param {TileInteraction} interaction
   * @param {Typing} typing */
  constructor(room, table, painter, interaction, typing) {
    this.room = room;
    this.table = table;
    this.painter = painter;
    this.interaction = interaction;
    this.typing = typing;
  }

  listen() {
    this.room.addEventListener("focusin", (event) => {
      const cell = this.painter.squares.cells.indexOf(/** @type {HTMLElement} */ (event.target));
      if (cell < 0 || cell === this.table.cursor) return;
      this.table.cursor = cell;
      this.typing.stop();
    });
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key meant something */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const onBoard = !!target.closest("[role=grid], #ime-input");
    if (onBoard && this.#go(event)) return true;
    if (isChord(event) || !this.interaction.isOn()) return false;
    if (event.key.startsWith("Arrow") && target === document.body) return this.#go(event);
    if (this.#act(event, target, onBoard)) return true;
    if ([...event.key].length !== 1) return false;
    return BLANK_KEYS.includes(event.key) ? this.typing.ask() : this.typing.write(event.key, asksForBlank(event));
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
    this.painter.squares.focus(square);
    return true;
  }

  /** @param {KeyboardEvent} event @param {HTMLElement} target @param {boolean} onBoard */
  #act({ key }, target, onBoard) {
    const { table, interaction, typing } = this;
    const idle = onBoard || target === document.body || !!target.closest("[role=option]");
    if (key === "Escape") return typing.stop() || (table.laid.length > 0 && (interaction.recallAll(), true));
    if (key === "Backspace" || key === "Delete") return typing.stop() || this.#takeBack(key === "Delete");
    if (key === " " && idle) return this.#turn();
    if (key !== "Enter" || !idle) return false;
    if (typing.settle()) return this.#focusCursor();
    if (table.chosen && onBoard) interaction.tapSquare(table.cursor);
    else interaction.play();
    return true;
  }

  #turn() {
    this.typing.settle();
    this.table.turn();
    announce(text(this.table.direction));
    this.painter.paint();
    return true;
  }

  /** @param {boolean} here take the tile under the cursor instead of the one before it */
  #takeBack(here) {
    const { table } = this;
    let square = table.cursor;
    while (!here && square >= 0 && !table.on(square)) square = table.next(square, -1);
    const tile = table.on(square) ?? table.on(table.cursor);
    if (!tile) return false;
    table.cursor = tile.at;
    announce(text("back", { face: tile.as || tile.face }));
    this.interaction.recall(tile);
    return this.#focusCursor();
  }

  /** Move the focus to the cursor, so that people who type see where they are. */
  #focusCursor() {
    this.painter.squares.focus(this.table.cursor);
    return true;
  }
}
