// The list of plays: one of them is shown on the board, or made.
import { announce, words } from "../room/announcer.js";
import { all, maybe, one, text } from "../room/page.js";

/** @typedef {import("./form.js").Setup} Setup */
/** @typedef {[square: number, face: string, value: number, blank: boolean]} Lying */

export class Plays {
  #shown = ""; // the id of its button
  #running = false; // plays are being tried out
  #empty = one("#_plays").cloneNode(true);

  /** @param {import("./stock.js").Stock} stock @param {(after: Setup) => void} make */
  constructor(stock, make) {
    this.stock = stock;
    this.make = make;
  }

  listen() {
    document.addEventListener("click", ({ target }) => {
      const button = /** @type {HTMLElement} */ (target).closest("button");
      if (button?.dataset.lies) this.#toggle(button);
      else if (button?.id === "make") this.make(JSON.parse(this.#button()?.dataset.after || ""));
    });
    document.addEventListener("htmx:afterSettle", () => { this.#mark(); this.#tell(); });
  }

  /** The position is another one: what was found says nothing of it. */
  clear() {
    one("#position").dispatchEvent(new Event("htmx:abort"));
    this.#show("", []);
    if (maybe("#_plays table, #_plays [role=alert]")) one("#_plays").replaceWith(this.#empty.cloneNode(true));
  }

  /** Say what has come: the list when it is new, and what trying out has found in the end. */
  #tell() {
    const plays = all("#_plays [data-lies]");
    const running = !!maybe("#stop-thinking");
    if (plays.length && !running) announce(text("found", { n: plays.length, play: words(plays[0]) }));
    const said = this.#running && !running ? maybe("#_plays [role=status]") : null;
    if (said) announce(words(said));
    this.#running = running;
  }

  /** @param {HTMLElement} button */
  #toggle(button) {
    const off = this.#shown === button.id;
    this.#show(off ? "" : button.id, off ? [] : JSON.parse(button.dataset.lies || "[]"));
    announce(off ? text("hidden") : text("shown", { play: words(button) }));
  }

  /** @param {string} id @param {Lying[]} lying */
  #show(id, lying) {
    this.#shown = id;
    one("#past-tiles").replaceChildren(...lying.map((tile) => this.#draw(tile)));
    this.#mark();
  }

  /** What shows the play. */
  #button() { return all("#_plays [data-lies]").find((button) => button.id === this.#shown); }

  /** The list may be a new one with the same plays. */
  #mark() {
    const shown = this.#button();
    for (const button of all("#_plays [data-lies]")) button.ariaPressed = String(button === shown);
    const make = /** @type {HTMLButtonElement | null} */ (maybe("#make"));
    if (!make) return;
    make.disabled = !shown;
    make.classList.toggle("go", !!shown);
    if (shown) make.textContent = (make.dataset.says || "").replace("{play}", words(shown));
  }

  /** @param {Lying} tile */
  #draw([square, face, value, blank]) {
    const wide = ["", "", "w"][[...face].length] ?? "x";
    const place = `r${this.stock.row(square)} c${this.stock.col(square)}`;
    const tile = Object.assign(document.createElement("b"), { textContent: face });
    tile.className = `tile n ${wide} ${place} ${blank ? "k" : ""}`;
    if (!blank) tile.append(Object.assign(document.createElement("i"), { textContent: String(value) }));
    return tile;
  }
}
