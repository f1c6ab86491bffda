// A hint that has named its play: shows the suggested tiles on the board until tiles move, the turn
// changes or the hint is hidden, and lays them on request. The sentence stays in the page.
import { announce } from "./announcer.js";
import { useDraft, fits } from "./drafts.js";
import { find, one, text } from "./page.js";
import { tileName } from "./tiles.js";

/** A suggested tile as the server sends it.
 * @typedef {[square: string, face: string, value: number, blank: boolean]} Suggested */

export class HintTiles {
  /** @param {import("./tile_interaction.js").TileInteraction} interaction */
  constructor(interaction) { this.interaction = interaction; }

  listen() {
    document.addEventListener("click", ({ target }) => {
      const { hint } = /** @type {HTMLElement} */ (target).closest("button")?.dataset ?? {};
      if (hint === "place") this.#place();
      else if (hint === "hide") this.#hide();
    });
  }

  /** Remove the suggested tiles from the board. */
  clear() {
    const { squares } = this.interaction.painter;
    if (!squares.suggested.size) return;
    squares.suggested = new Map();
    one("#suggested-tiles").replaceChildren();
    squares.paint(true);
  }

  /** @returns {Suggested[]} */
  get #tiles() {
    return JSON.parse(find("#_hint [data-tiles]")?.dataset.tiles || "[]");
  }

  /** The tiles as a play that can be laid. */
  get #play() {
    return this.#tiles.map(([square, face, , blank]) =>
      /** @type {import("./drafts.js").Laid} */ ([this.#at(square), blank ? "?" : face, blank ? face : ""]));
  }

  /** @param {string} square */
  #at(square) { return this.interaction.table.names.indexOf(square); }

  /** Show the tiles of a hint that has just come. */
  show() {
    const { table, painter: { squares } } = this.interaction;
    this.clear();
    const tiles = this.#tiles;
    if (!tiles.length) return;
    one("#_hint [data-hint=place]").hidden = !fits(table, this.#play);
    one("#suggested-tiles").replaceChildren(...tiles.map((tile, i) => this.#draw(tile, !i)));
    squares.suggested = new Map(tiles.map(([square, face, value, blank]) =>
      [this.#at(square), text("suggested", { tile: tileName({ face, value, blank, as: blank ? face : "" }) })]));
    squares.paint(true);
  }

  /** @param {Suggested} tile @param {boolean} first the first tile carries the word "Hint" */
  #draw([square, face, value, blank], first) {
    const { table } = this.interaction;
    const at = this.#at(square);
    const wide = ["", "", "w"][[...face].length] ?? "x";
    const tile = document.createElement("b");
    tile.className = `tile suggested-tile r${table.row(at)} c${table.col(at)} ${wide} ${blank ? "k" : ""}`;
    tile.textContent = face;
    if (!blank) tile.append(Object.assign(document.createElement("i"), { textContent: String(value) }));
    if (first) tile.append(Object.assign(document.createElement("s"), { textContent: text("hint") }));
    return tile;
  }

  #place() {
    const { interaction, interaction: { table, painter } } = this;
    const play = this.#play;
    if (!play.length || !fits(table, play)) return;
    useDraft(table, play);
    table.cursor = play[0][0];
    interaction.changed();
    find("#_hint [data-tiles]")?.remove();
    announce(text("hintPlaced"));
    painter.squares.focus(table.cursor);
  }

  #hide() {
    this.clear();
    find("#_hint")?.replaceChildren();
    this.interaction.painter.squares.focus(this.interaction.table.cursor);
  }
}
