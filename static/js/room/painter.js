// Table to page: rack, tentative tiles, the bubble and the buttons. Draws into elements that stay, so
// focus and a drag outlive every bundle. The squares: squares.js; the buttons: acts.js.
import { paintActs } from "./acts.js";
import { all, maybe, one } from "./page.js";
import { Squares } from "./squares.js";
import { face, tileName } from "./tiles.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Held} Held */

const OPTION = ["role", "tabindex", "aria-label", "aria-selected", "data-id"];

export class Painter {
  /** @type {string[]} verbs open now */
  can = [];
  /** @type {number | null} what the tentative play would score */
  score = null;
  lawful = true;
  /** @type {{ face: string, at: number, waits: boolean, hope: string[] } | null} letters typed so far,
   * the square they are for, whether no tile lies there yet, and the faces they may become */
  meant = null;
  rackFocus = 0;

  /** @param {HTMLElement} room @param {Table} table */
  constructor(room, table) {
    this.room = room;
    this.table = table;
    this.rack = maybe(".rack[role=listbox]", room);
    this.squares = new Squares(room, table);
  }

  paint() {
    this.#paintRack();
    this.paintLaid();
    this.squares.paint(!!this.rack);
    this.#paintBubble();
    this.paintMeant();
    paintActs(this);
  }

  /** Show what an input method has composed so far.
   * @param {string} composing */
  hear(composing) {
    this.meant = composing ? { face: composing, at: this.table.cursor, waits: true, hope: [] } : null;
    this.paintMeant();
  }

  #paintRack() {
    if (!this.rack) return;
    const { slots, size } = this.table;
    while (this.rack.children.length < Math.max(size, slots.length)) this.rack.append(document.createElement("div"));
    [...this.rack.children].forEach((child, place) => {
      const element = /** @type {HTMLElement} */ (child);
      const tile = slots[place];
      if (tile && tile.at < 0) return this.#paintOption(element, tile, place);
      element.className = "dent";
      element.textContent = "";
      for (const name of OPTION) element.removeAttribute(name);
    });
    const options = all("[role=option]", this.rack);
    if (options.length && !options.some((option) => option.tabIndex === 0)) options[0].tabIndex = 0;
  }

  /** @param {HTMLElement} element @param {Held} tile @param {number} place */
  #paintOption(element, tile, place) {
    face(element, tile, this.marks(tile));
    element.setAttribute("role", "option");
    element.setAttribute("aria-label", tileName(tile));
    element.setAttribute("aria-selected", String(this.table.chosen === tile.id));
    element.tabIndex = place === this.rackFocus ? 0 : -1;
  }

  paintLaid() {
    const layer = one("#lay");
    const { laid } = this.table;
    while (layer.children.length > laid.length) layer.lastElementChild?.remove();
    while (layer.children.length < laid.length) layer.append(document.createElement("b"));
    laid.forEach((tile, i) => {
      const place = `r${this.table.row(tile.at)} c${this.table.col(tile.at)} `;
      face(/** @type {HTMLElement} */ (layer.children[i]), tile, place + this.look(tile));
    });
  }

  /** The classes of a tile that lies on the board.
   * @param {Held} tile */
  look(tile) { return `n ${this.marks(tile)}`; }

  /** @param {Held} tile */
  marks(tile) {
    const { chosen, lifted } = this.table;
    return [chosen === tile.id && "chosen", lifted === tile.id && "lifted"].filter(Boolean).join(" ");
  }

  /** Beside the cursor: the tile that lies for open letters, and those it may become. */
  paintMeant() {
    const note = one("#meant");
    const { meant, table } = this;
    note.hidden = !meant || meant.at !== table.cursor || !(meant.waits || table.on(meant.at));
    note.className = `r${table.row(table.cursor)} c${table.col(table.cursor)}`;
    const words = meant ? [meant.face + (meant.waits ? "…" : ""), ...meant.hope] : [];
    note.replaceChildren(...words.map((word, i) => Object.assign(document.createElement(i ? "span" : "b"), { textContent: word })));
  }

  #paintBubble() {
    const bubble = one("#bubble");
    const last = this.table.laid.at(-1);
    bubble.hidden = !last || this.score === null || !!this.table.lifted;
    bubble.textContent = String(this.score ?? "");
    if (!last) return;
    bubble.classList.toggle("no", !this.lawful);
    bubble.style.setProperty("--r", String(this.table.row(last.at)));
    bubble.style.setProperty("--c", String(this.table.col(last.at)));
  }
}
