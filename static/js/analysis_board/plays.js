// The list of candidate plays. One of them can be shown on the board or made.
import { announce, words } from "../room/announcer.js";
import { all, find, one, text } from "../room/page.js";

/** @typedef {import("./position_form.js").Setup} Setup */
/** @typedef {[square: number, face: string, value: number, blank: boolean]} BoardTile */

export class Plays {
  #shown = ""; // id of the shown play's button
  #running = false; // a simulation is under way
  #empty = one("#_plays").cloneNode(true);

  /** @param {import("./tile_set.js").TileSet} tileSet @param {(after: Setup) => void} make */
  constructor(tileSet, make) {
    this.tileSet = tileSet;
    this.make = make;
  }

  listen() {
    document.addEventListener("click", ({ target }) => {
      const button = /** @type {HTMLElement} */ (target).closest("button");
      if (button?.dataset.playTiles) this.#toggle(button);
      else if (button?.id === "make-play") this.make(JSON.parse(this.#button()?.dataset.after || ""));
    });
    document.addEventListener("htmx:afterSettle", () => { this.#mark(); this.#announceResult(); });
  }

  /** Empty the list, and cancel a request for one: its plays belong to another position. */
  clear() {
    htmx.trigger("#position", "htmx:abort");
    this.#show("", []);
    if (find("#_plays table, #_plays [role=alert], #_plays[hx-get]")) one("#_plays").replaceWith(this.#empty.cloneNode(true));
  }

  /** Announce a new list, and the result when its simulation has ended. */
  #announceResult() {
    const plays = all("#_plays [data-play-tiles]");
    const running = !!find("#stop-rollouts");
    if (plays.length && !running) announce(text("found", { n: plays.length, play: words(plays[0]) }));
    const status = this.#running && !running ? find("#_plays [role=status]") : null;
    if (status) announce(words(status));
    this.#running = running;
  }

  /** @param {HTMLElement} button */
  #toggle(button) {
    const off = this.#shown === button.id;
    this.#show(off ? "" : button.id, off ? [] : JSON.parse(button.dataset.playTiles || "[]"));
    announce(off ? text("hidden") : text("shown", { play: words(button) }));
  }

  /** @param {string} id @param {BoardTile[]} lying */
  #show(id, lying) {
    this.#shown = id;
    one("#history-tiles").replaceChildren(...lying.map((tile) => this.#draw(tile)));
    this.#mark();
  }

  /** Return the button of the shown play. */
  #button() { return all("#_plays [data-play-tiles]").find((button) => button.id === this.#shown); }

  /** Mark the shown play again: the server may have replaced the list by one with the same plays. */
  #mark() {
    const shown = this.#button();
    for (const button of all("#_plays [data-play-tiles]")) button.ariaPressed = String(button === shown);
    const make = /** @type {HTMLButtonElement | null} */ (find("#make-play"));
    if (!make) return;
    make.disabled = !shown;
    make.classList.toggle("primary", !!shown);
    if (shown) make.textContent = (make.dataset.label || "").replace("{play}", words(shown));
  }

  /** @param {BoardTile} tile */
  #draw([square, face, value, blank]) {
    const wide = ["", "", "w"][[...face].length] ?? "x";
    const place = `r${this.tileSet.row(square)} c${this.tileSet.col(square)}`;
    const tile = Object.assign(document.createElement("b"), { textContent: face });
    tile.className = `tile n ${wide} ${place} ${blank ? "k" : ""}`;
    if (!blank) tile.append(Object.assign(document.createElement("i"), { textContent: String(value) }));
    return tile;
  }
}
