// Draws the table on the page: rack, tentative tiles, score bubble and buttons. It reuses its
// elements, so focus and drags survive every update. The squares: squares.js; the buttons:
// action_buttons.js.
import { paintActionButtons } from "./action_buttons.js";
import { findMainWord } from "./notation.js";
import { all, find, one } from "./page.js";
import { Squares } from "./squares.js";
import { face, tileName } from "./tiles.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Held} Held */

const OPTION = ["role", "tabindex", "aria-label", "aria-selected", "data-id"];

export class Painter {
  /** @type {string[]} actions open now */
  actions = [];
  /** @type {number | null} what the tentative play would score */
  score = null;
  lawful = true;
  checked = true; // whether the words of that play are known to be valid or not
  /** @type {{ face: string, at: number, waits: boolean, longer: string[] } | null} letters typed so
   * far, their square, whether no tile lies there yet, and the faces they may become */
  pending = null;
  rackFocus = 0;
  isPainted = false; // whether the page has been drawn once

  /** @param {HTMLElement} room @param {Table} table */
  constructor(room, table) {
    this.room = room;
    this.table = table;
    this.rack = find(".rack[role=listbox]", room);
    this.squares = new Squares(room, table);
  }

  paint() {
    this.#paintRack();
    this.paintLaid();
    this.squares.paint(!!this.rack);
    this.#paintBubble();
    this.paintPending();
    paintActionButtons(this);
    this.isPainted = true;
  }

  /** Show what an input method has composed so far.
   * @param {string} composing */
  showComposing(composing) {
    this.pending = composing ? { face: composing, at: this.table.cursor, waits: true, longer: [] } : null;
    this.paintPending();
  }

  #paintRack() {
    if (!this.rack) return;
    const { slots, size } = this.table;
    while (this.rack.children.length < Math.max(size, slots.length)) this.rack.append(document.createElement("div"));
    [...this.rack.children].forEach((child, place) => {
      const element = /** @type {HTMLElement} */ (child);
      const tile = slots[place];
      if (tile && tile.at < 0) return this.#paintOption(element, tile, place);
      element.className = "drop-gap";
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
    const layer = one("#tentative-tiles");
    const { laid } = this.table;
    while (layer.children.length > laid.length) layer.lastElementChild?.remove();
    while (layer.children.length < laid.length) layer.append(document.createElement("b"));
    laid.forEach((tile, i) => {
      const place = `r${this.table.row(tile.at)} c${this.table.col(tile.at)} `;
      face(/** @type {HTMLElement} */ (layer.children[i]), tile, place + this.tileClasses(tile));
    });
  }

  /** Return the classes of a tile on the board.
   * @param {Held} tile */
  tileClasses(tile) { return `n ${this.marks(tile)}`; }

  /** @param {Held} tile */
  marks(tile) {
    const { chosen, dragged } = this.table;
    return [chosen === tile.id && "chosen", dragged === tile.id && "dragged"].filter(Boolean).join(" ");
  }

  /** Show beside the cursor the tile of unfinished letters, and the faces they may become. */
  paintPending() {
    const note = one("#spelling-hint");
    const { pending, table } = this;
    note.hidden = !pending || pending.at !== table.cursor || !(pending.waits || table.on(pending.at));
    note.className = `r${table.row(table.cursor)} c${table.col(table.cursor)}`;
    const words = pending ? [pending.face + (pending.waits ? "…" : ""), ...pending.longer] : [];
    note.replaceChildren(...words.map((word, i) => Object.assign(document.createElement(i ? "span" : "b"), { textContent: word })));
  }

  /** Show the score on the square before the word, which is always empty, so that it covers no
   * tile. A word that starts at the edge has it behind its last tile, or above it on the frame. */
  #paintBubble() {
    const { table } = this;
    const bubble = one("#score-bubble");
    const word = findMainWord(table);
    bubble.hidden = !word || this.score === null || !!table.dragged;
    bubble.textContent = String(this.score ?? "");
    if (!word) return;
    const { first, across } = word;
    let last = first;
    for (let s = first; s >= 0 && !table.free(s); s = table.next(s, 1, across)) last = s;
    const behind = across && table.col(first) === 0 && table.next(last, 1, true) >= 0;
    bubble.className = [across ? "" : "down", behind && "behind", !this.lawful && "no", !this.checked && "unchecked"]
      .filter(Boolean).join(" ");
    bubble.style.setProperty("--r", String(table.row(behind ? last : first)));
    bubble.style.setProperty("--c", String(table.col(behind ? last : first)));
  }
}
