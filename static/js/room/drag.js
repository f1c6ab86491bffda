// Pointer control: drag a tile by mouse, finger or pen, tap a tile, tap a square. The dragged tile
// is a separate element, so a drag survives updates that replace parts of the page.
import { findDropTarget } from "./drop_target.js";
import { all, find, one } from "./page.js";
import { face } from "./tiles.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Held} Held */
/** @typedef {import("./tile_interaction.js").TileInteraction} TileInteraction */
/** One press of the pointer, from down to up. `id` is the tile's, 0 where none was touched;
 * `image` is the tile once it is lifted.
 * @typedef {{
 *   pointer: number, id: number, x: number, y: number, touch: boolean, image: HTMLElement | null,
 * }} Press */

const SLACK = 5; // px of movement before a tap becomes a drag
const LIFT = 0.9; // tile heights a tile floats above a finger
const ECHO = 400; // ms in which a click belongs to the tap

export class Drag {
  /** @type {Press | null} */
  #press = null;
  #target = -1; // the marked square
  #tapped = -Infinity; // when a pointer last went up

  /** @param {HTMLElement} room @param {Table} table @param {TileInteraction} interaction */
  constructor(room, table, interaction) {
    this.room = room;
    this.table = table;
    this.interaction = interaction;
    this.cells = all("[role=gridcell]", room);
  }

  listen() {
    const { room } = this;
    const stop = () => this.#stop();
    room.addEventListener("pointerdown", (event) => this.#begin(event));
    room.addEventListener("pointermove", (event) => this.#move(event));
    room.addEventListener("pointerup", (event) => this.#end(event));
    room.addEventListener("pointercancel", (event) => { if (this.#press?.pointer === event.pointerId) stop(); });
    room.addEventListener("contextmenu", (event) => { if (this.#press?.touch) event.preventDefault(); });
    room.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("keydown", (event) => this.#cancel(event), { capture: true });
    window.addEventListener("blur", stop);
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (event.button || !event.isPrimary || this.#press) return;
    const element = /** @type {HTMLElement} */ (event.target);
    const held = /** @type {HTMLElement | null} */ (element.closest(".rack[role=listbox] .tile, #tentative-tiles .tile, .palette .tile"));
    const tile = this.interaction.isOn() ? held : null;
    if (!tile && !element.closest("[role=gridcell], .drop-gap")) return;
    this.#press = {
      pointer: event.pointerId, id: Number(tile?.dataset.id || 0), x: event.clientX, y: event.clientY,
      touch: event.pointerType !== "mouse", image: null,
    };
    // Captured by an element that stays: an update may redraw the tile's own in mid-drag.
    if (tile) this.room.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (!press?.id || event.pointerId !== press.pointer) return;
    const tile = this.table.find(press.id);
    if (!tile) return this.#stop();
    if (!press.image) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLACK) return;
      press.image = createDragImage(tile, this.table.cols);
      this.table.dragged = tile.id;
      this.interaction.repaint();
    }
    follow(press.image, event.clientX, event.clientY, press.touch);
    this.#mark(this.#findDropTarget(event, tile));
  }

  /** @param {PointerEvent} event */
  #end(event) {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointer) return;
    this.#tapped = event.timeStamp;
    this.interaction.touch = press.touch;
    this.#stop();
    const tile = this.table.find(press.id);
    const still = Math.hypot(event.clientX - press.x, event.clientY - press.y) < 2 * SLACK;
    if (press.image && tile) this.#drop(tile, event);
    else if (tile) this.interaction.tapTile(tile);
    else if (!press.image && still) this.#tap(event.target);
    this.interaction.touch = false;
    this.interaction.repaint();
  }

  /** Put a lifted tile back on Escape, which then does nothing else.
   * @param {KeyboardEvent} event */
  #cancel(event) {
    if (event.key !== "Escape" || !this.#press?.image) return;
    event.stopImmediatePropagation();
    this.#stop();
  }

  /** Handle clicks without a pointer, as assistive technology makes them.
   * @param {MouseEvent} event */
  #click(event) {
    if (event.detail || event.timeStamp - this.#tapped < ECHO) return;
    const element = /** @type {HTMLElement} */ (event.target);
    const option = /** @type {HTMLElement | null} */ (element.closest("[role=option]"));
    const tile = option && this.table.find(Number(option.dataset.id));
    if (tile) this.interaction.tapTile(tile);
    else this.#tap(element);
  }

  #stop() {
    if (!this.#press) return;
    this.#press.image?.remove();
    this.#press = null;
    this.table.dragged = 0;
    this.#mark(-1);
    this.interaction.repaint();
  }

  /** @param {EventTarget | null} target */
  #tap(target) {
    const element = /** @type {HTMLElement} */ (target);
    const cell = /** @type {HTMLElement | null} */ (element.closest?.("[role=gridcell]"));
    const gap = element.closest?.(".rack[role=listbox] .drop-gap");
    if (cell) this.interaction.tapSquare(this.cells.indexOf(cell));
    else if (gap) this.interaction.tapPlace([.../** @type {Element} */ (gap.parentElement).children].indexOf(gap));
  }

  /** @param {Held} tile @param {PointerEvent} event */
  #drop(tile, event) {
    const square = this.#findDropTarget(event, tile);
    if (square >= 0) return this.interaction.lay(tile, square);
    const place = placeAt(event.clientX, event.clientY);
    return place >= 0 ? this.interaction.shift(tile, place) : this.interaction.recall(tile);
  }

  /** @param {PointerEvent} event @param {Held} tile */
  #findDropTarget(event, tile) {
    const box = one(".grid").getBoundingClientRect();
    return findDropTarget(this.table, tile, box, event, one(".board").dir === "rtl");
  }

  /** Show where the tile would land: its square, and faintly its row and column.
   * @param {number} square */
  #mark(square) {
    if (square === this.#target) return;
    this.#target = square;
    const { table } = this;
    this.cells.forEach((cell, i) => {
      const inLine = table.row(i) === table.row(square) || table.col(i) === table.col(square);
      cell.classList.toggle("drop-target", i === square);
      cell.classList.toggle("crosshair", square >= 0 && inLine);
    });
  }
}

/** Return the place on the rack under a point, -1 outside of the rack.
 * @param {number} x @param {number} y */
function placeAt(x, y) {
  const rack = find(".rack[role=listbox]");
  if (!rack) return -1;
  const box = rack.getBoundingClientRect();
  if (x < box.left - 20 || x > box.right + 20 || y < box.top - 24 || y > box.bottom + 24) return -1;
  const far = [...rack.children].map((child) => {
    const { left, width } = child.getBoundingClientRect();
    return Math.abs(left + width / 2 - x);
  });
  return far.indexOf(Math.min(...far));
}

/** @param {Held} tile @param {number} cols */
function createDragImage(tile, cols) {
  const image = document.createElement("b");
  face(image, tile, "n");
  image.id = "drag-image";
  const square = one(".board-area").getBoundingClientRect().width / cols;
  image.style.setProperty("--t", `${Math.max(square, 34) * 1.1}px`);
  document.body.append(image);
  return image;
}

/** @param {HTMLElement} image @param {number} x @param {number} y @param {boolean} touch */
function follow(image, x, y, touch) {
  const size = image.offsetWidth;
  const up = touch ? size * LIFT : 0;
  image.style.transform = `translate3d(${x - size / 2}px, ${y - size / 2 - up}px, 0)`;
}
