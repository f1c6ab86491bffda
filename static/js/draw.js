// Table to page: rack, tentative tiles, names of squares, the bubble and the buttons. Draws into
// elements that stay, so focus and a drag outlive every bundle. What lies there: table.js.

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Held} Held */
/** @typedef {import("./table.js").Lying} Lying */

/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement} */
export const one = (selector, within = document) =>
  /** @type {HTMLElement} */ (within.querySelector(selector));
/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement[]} */
export const all = (selector, within = document) => [...within.querySelectorAll(selector)]
  .map((element) => /** @type {HTMLElement} */ (element));

/** The page's sentences, translated by the server.
 * @param {string} name @param {Record<string, string | number>} [values] */
export function text(name, values = {}) {
  const said = one("#texts").dataset[name] || "";
  return said.replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
}

/** Tell a screen reader.
 * @param {string} said */
export function announce(said) {
  const region = one("#announcer");
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = said; });
}

/** Say something where the player looks; "" clears it.
 * @param {string} said @param {"info" | "warning" | "error"} [level] */
export function message(said, level = "error") {
  const box = one("#_message");
  box.className = said ? `message ${level}` : "";
  box.textContent = said;
  if (said) announce(said);
}

/** @param {{ face: string, value: number, blank: boolean, as?: string }} tile */
export function tileName(tile) {
  if (tile.blank) return tile.as ? `${tile.as}, ${text("blank")}` : text("blank");
  return `${tile.face}, ${text(tile.value === 1 ? "point" : "points", { n: tile.value })}`;
}

/** Put a tile's face on an element.
 * @param {HTMLElement} element @param {Held} tile @param {string} more classes */
export function face(element, tile, more = "") {
  const shown = tile.as || (tile.blank ? "" : tile.face);
  const wide = ["", "", "w"][[...shown].length] ?? "x";
  element.className = ["tile", wide, tile.blank ? "k" : "", more].filter(Boolean).join(" ");
  element.dataset.id = String(tile.id);
  element.textContent = shown;
  const owned = !!one(".room").dataset.owned;
  if (!tile.blank || owned) element.appendChild(document.createElement("i")).textContent = String(tile.value);
}

export class Painter {
  /** @param {HTMLElement} room @param {Table} table */
  constructor(room, table) {
    this.room = room;
    this.table = table;
    this.cells = all("[role=gridcell]", room);
    this.plain = this.cells.map((cell) => cell.ariaLabel || "");
    this.rack = /** @type {HTMLElement | null} */ (room.querySelector(".rack[role=listbox]"));
    /** @type {string[]} names of the seats' holders, who may come while the page is open */
    this.owners = [];
    /** @type {Set<string>} verbs open now */
    this.can = new Set();
    /** @type {number | null} what the tentative play would score */
    this.score = null;
    this.lawful = true;
    this.rackFocus = 0;
  }

  paint() {
    this.#paintRack();
    this.#paintLaid();
    this.#paintCells();
    this.#paintCursor();
    this.#paintBubble();
    this.#paintActs();
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
      for (const name of ["role", "tabindex", "aria-label", "aria-selected", "data-id"]) element.removeAttribute(name);
    });
    const options = all("[role=option]", this.rack);
    if (options.length && !options.some((option) => option.tabIndex === 0)) options[0].tabIndex = 0;
  }

  /** @param {HTMLElement} element @param {Held} tile @param {number} place */
  #paintOption(element, tile, place) {
    const { chosen, lifted } = this.table;
    const state = (chosen === tile.id ? "chosen " : "") + (lifted === tile.id ? "lifted" : "");
    face(element, tile, state.trim());
    element.setAttribute("role", "option");
    element.setAttribute("aria-label", tileName(tile));
    element.setAttribute("aria-selected", String(chosen === tile.id));
    element.tabIndex = place === this.rackFocus ? 0 : -1;
  }

  #paintLaid() {
    const layer = one("#lay");
    const { laid, cols, chosen, lifted } = this.table;
    while (layer.children.length > laid.length) layer.lastElementChild?.remove();
    while (layer.children.length < laid.length) layer.append(document.createElement("b"));
    laid.forEach((tile, i) => {
      const at = `n r${Math.floor(tile.at / cols)} c${tile.at % cols}`;
      const state = (chosen === tile.id ? " chosen" : "") + (lifted === tile.id ? " lifted" : "");
      face(/** @type {HTMLElement} */ (layer.children[i]), tile, at + state);
    });
  }

  #paintCells() {
    const { table } = this;
    const grid = one("[role=grid]");
    grid.dataset.way = table.way;
    if (this.room.dataset.owned) this.owners = all("#_seats .name").map((name) => name.textContent || "");
    this.cells.forEach((cell, square) => {
      const label = this.#cellName(square);
      if (cell.ariaLabel !== label) cell.ariaLabel = label;
      const current = square === table.cursor;
      const full = !table.free(square);
      if (cell.classList.contains("full") !== full) cell.classList.toggle("full", full);
      cell.tabIndex = current ? 0 : -1;
    });
  }

  /** The cursor is a frame above the tiles; its arrow ends where no tile could follow. */
  #paintCursor() {
    const { table } = this;
    let free = table.cursor;
    while (free >= 0 && !table.free(free)) free = table.next(free, 1);
    const place = `r${Math.floor(table.cursor / table.cols)} c${table.cursor % table.cols}`;
    one("#cursor").className = `${place} ${free < 0 || !this.rack ? "" : table.way}`;
  }

  /** @param {number} square */
  #cellName(square) {
    const lying = this.table.filled.get(square);
    const laid = this.table.on(square);
    if (!lying && !laid) return this.plain[square];
    const said = [this.table.names[square]];
    if (laid) said.push(tileName(laid), text("laid"));
    else if (lying) {
      said.push(lying.blank ? `${lying.face}, ${text("blank")}` : tileName(lying));
      const owner = /\bo(\d)/.exec(lying.marks);
      if (owner) said.push(this.owners[Number(owner[1])] || "");
      if (/\bs\b/.test(lying.marks)) said.push(text("safe"));
    }
    return said.filter(Boolean).join(", ");
  }

  #paintBubble() {
    const bubble = one("#bubble");
    const last = this.table.laid.at(-1);
    bubble.hidden = !last || this.score === null || !!this.table.lifted;
    bubble.textContent = String(this.score ?? "");
    if (!last) return;
    bubble.classList.toggle("no", !this.lawful);
    bubble.style.setProperty("--r", String(Math.floor(last.at / this.table.cols)));
    bubble.style.setProperty("--c", String(last.at % this.table.cols));
  }

  #paintActs() {
    const laid = this.table.laid.length;
    const written = this.table.write();
    for (const button of all("[data-verb]", this.room)) {
      const verb = button.dataset.verb || "";
      const enabled = { shuffle: true, sort: !laid, play: this.can.has("play") && !!written && "tiles" in written };
      /** @type {HTMLButtonElement} */ (button).disabled =
        !(verb in enabled ? enabled[/** @type {keyof typeof enabled} */ (verb)] : this.can.has(verb));
    }
    const hint = /** @type {HTMLElement | null} */ (this.room.querySelector("[data-verb=hint]"));
    if (hint) hint.hidden = !this.can.has("hint") || this.room.dataset.phase === "over";
    const accept = this.room.querySelector("[data-verb=accept]");
    if (!accept) return;
    /** @type {HTMLElement} */ (accept).hidden = !this.can.has("accept");
    one("[data-verb=play]").hidden = this.can.has("accept");
    one("[data-verb=shuffle] .one").hidden = laid > 0;
    one("[data-verb=shuffle] .two").hidden = !laid;
    one(".gain").textContent = laid && this.score !== null && this.lawful ? String(this.score) : "";
  }
}

/** What lies on the board, read from its tiles.
 * @param {number} cols @returns {Map<number, Lying>} */
export function readBoard(cols) {
  return new Map(all("#_tiles > b").map((tile) => {
    const [, row, col] = /** @type {string[]} */ (/r(\d+) c(\d+)/.exec(tile.className));
    const marks = tile.className;
    const lying = {
      face: tile.firstChild?.textContent || "", value: Number(one("i", tile)?.textContent || 0),
      blank: / k\b/.test(marks), marks,
    };
    return [Number(row) * cols + Number(col), lying];
  }));
}

/** @type {Record<string, number>} */
const scores = {};

/** Scores run to their new value, so that a theft is seen on both sides. */
export function countScores() {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (const element of all("#_seats .score")) {
    const seat = element.dataset.seat || "";
    const to = Number(element.dataset.score);
    const from = scores[seat] ?? to;
    scores[seat] = to;
    if (from === to || still) continue;
    const begun = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = Math.min(1, Math.max(0, now - begun) / 700);
      element.textContent = String(Math.round(from + (to - from) * (1 - (1 - part) ** 3)));
      if (part < 1 && element.isConnected) requestAnimationFrame(step);
    };
    element.textContent = String(from);
    requestAnimationFrame(step);
  }
}
