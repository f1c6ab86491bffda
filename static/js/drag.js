// The pointer's verbs: drag a tile (mouse, finger, pen), tap a tile and tap a square. The tile
// under the finger is a ghost of its own, so nothing a bundle replaces can break a drag.
import { face, one } from "./draw.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Held} Held */
/** What the verbs do to the table; room.js supplies them.
 * @typedef {{
 *   lay: (tile: Held, square: number) => void,
 *   recall: (tile: Held) => void,
 *   shift: (tile: Held, place: number) => void,
 *   tapTile: (tile: Held) => void,
 *   tapSquare: (square: number, again: boolean) => void,
 *   tapPlace: (place: number) => void,
 *   repaint: () => void,
 * }} Hand */

const SLACK = 5; // px a pointer may tremble before a tap becomes a drag
const REACH = 0.95; // squares from the pointer within which a free square still attracts
const LIFT = 0.9; // tile heights that a tile floats above a finger

/** @param {HTMLElement} room @param {Table} table @param {Hand} hand */
export function listenPointers(room, table, hand) {
  /** @type {{ pointer: number, id: number, x: number, y: number, touch: boolean,
   *   again: boolean, ghost: HTMLElement | null } | null} again: the cursor was there already */
  let drag = null;
  let byPointer = 0; // when a pointer last did something: clicks right after it are its echo

  room.addEventListener("pointerdown", (event) => {
    if (event.button || !event.isPrimary || drag) return;
    const element = /** @type {HTMLElement} */ (event.target);
    const tile = /** @type {HTMLElement | null} */ (element.closest(".rack[role=listbox] .tile, #lay .tile"));
    if (!tile && !element.closest("[role=gridcell], .dent")) return;
    drag = {
      pointer: event.pointerId, id: Number(tile?.dataset.id || 0), x: event.clientX, y: event.clientY,
      touch: event.pointerType !== "mouse", again: !!element.closest("[role=gridcell]:focus"), ghost: null,
    };
    // Captured by what stays: the tile's own element may be redrawn in mid-drag.
    if (tile) room.setPointerCapture(event.pointerId);
  });

  room.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer || !drag.id) return;
    const tile = table.find(drag.id);
    if (!tile) return stop();
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLACK) return;
      drag.ghost = lift(tile);
      table.lifted = tile.id;
      hand.repaint();
    }
    follow(drag.ghost, event.clientX, event.clientY, drag.touch);
    mark(nearest(event.clientX, event.clientY, tile));
  });

  room.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    byPointer = event.timeStamp;
    const { id, ghost, x, y, again } = drag;
    stop();
    const tile = table.find(id);
    if (ghost && tile) drop(tile, event.clientX, event.clientY);
    else if (tile) hand.tapTile(tile);
    else if (!ghost && Math.hypot(event.clientX - x, event.clientY - y) < 2 * SLACK) tap(event.target, again);
    hand.repaint();
  });
  room.addEventListener("pointercancel", (event) => { if (drag?.pointer === event.pointerId) stop(); });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drag?.ghost) return;
    event.stopImmediatePropagation();
    stop();
  }, { capture: true });
  window.addEventListener("blur", stop);
  room.addEventListener("contextmenu", (event) => { if (drag?.touch) event.preventDefault(); });
  // Assistive technology clicks without a pointer.
  room.addEventListener("click", (event) => {
    if (event.detail || event.timeStamp - byPointer < 400) return;
    const element = /** @type {HTMLElement} */ (event.target);
    const option = /** @type {HTMLElement | null} */ (element.closest("[role=option]"));
    const tile = option && table.find(Number(option.dataset.id));
    if (tile) hand.tapTile(tile);
    else tap(element, element === document.activeElement);
  });

  function stop() {
    if (!drag) return;
    drag.ghost?.remove();
    drag = null;
    table.lifted = 0;
    mark(-1);
    hand.repaint();
  }

  /** @param {EventTarget | null} target @param {boolean} again */
  function tap(target, again) {
    const element = /** @type {HTMLElement} */ (target);
    const cell = element.closest?.("[role=gridcell]");
    const dent = element.closest?.(".rack[role=listbox] .dent");
    if (cell) hand.tapSquare(cells().indexOf(cell), again);
    else if (dent) hand.tapPlace([.../** @type {Element} */ (dent.parentElement).children].indexOf(dent));
  }

  /** @param {Held} tile @param {number} x @param {number} y */
  function drop(tile, x, y) {
    const square = nearest(x, y, tile);
    if (square >= 0) return hand.lay(tile, square);
    const place = placeAt(x, y);
    return place >= 0 ? hand.shift(tile, place) : hand.recall(tile);
  }

  /** The square meant by a point: the one under it, else the nearest free one within reach.
   * @param {number} x @param {number} y @param {Held} tile */
  function nearest(x, y, tile) {
    const box = one(".grid").getBoundingClientRect();
    const size = box.width / table.cols;
    const rows = table.names.length / table.cols;
    const fromStart = one(".board").dir === "rtl" ? box.right - x : x - box.left;
    const col = fromStart / size - 0.5;
    const row = (y - box.top) / size - 0.5;
    let best = -1;
    let reach = REACH;
    for (let r = Math.floor(row) - 1; r <= row + 2; r++) {
      for (let c = Math.floor(col) - 1; c <= col + 2; c++) {
        if (r < 0 || c < 0 || r >= rows || c >= table.cols) continue;
        const square = r * table.cols + c;
        const inside = Math.abs(r - row) <= 0.5 && Math.abs(c - col) <= 0.5;
        const open = table.free(square) || table.on(square) === tile;
        if (inside && (open || table.on(square))) return square;
        const far = Math.hypot(r - row, c - col);
        if (open && far < reach) [best, reach] = [square, far];
      }
    }
    return best;
  }

  /** The place on the rack under a point, -1 beside the rack.
   * @param {number} x @param {number} y */
  function placeAt(x, y) {
    const rack = one(".rack[role=listbox]");
    const box = rack.getBoundingClientRect();
    if (x < box.left - 20 || x > box.right + 20 || y < box.top - 24 || y > box.bottom + 24) return -1;
    const middles = [...rack.children].map((child) => {
      const { left, width } = child.getBoundingClientRect();
      return Math.abs(left + width / 2 - x);
    });
    return middles.indexOf(Math.min(...middles));
  }

  function cells() { return [...room.querySelectorAll("[role=gridcell]")]; }

  /** Show where the tile would land: its square, and faintly its row and column.
   * @param {number} square */
  function mark(square) {
    cells().forEach((cell, i) => {
      const sameRow = Math.floor(i / table.cols) === Math.floor(square / table.cols);
      cell.classList.toggle("target", i === square);
      cell.classList.toggle("cross", square >= 0 && (sameRow || i % table.cols === square % table.cols));
    });
  }
}

/** @param {Held} tile */
function lift(tile) {
  const ghost = document.createElement("b");
  face(ghost, tile, "n");
  ghost.id = "ghost";
  const board = one(".field").getBoundingClientRect().width / Number(one(".room").dataset.n);
  ghost.style.setProperty("--t", `${Math.max(board, 34) * 1.1}px`);
  document.body.append(ghost);
  return ghost;
}

/** @param {HTMLElement} ghost @param {number} x @param {number} y @param {boolean} touch */
function follow(ghost, x, y, touch) {
  const size = ghost.offsetWidth;
  const up = touch ? size * LIFT : 0;
  ghost.style.transform = `translate3d(${x - size / 2}px, ${y - size / 2 - up}px, 0)`;
}
