// The form of a position: rack, scores, player to move, and the hidden fields of its address.
import { all, one } from "../room/page.js";
import { facesOf, writeBoard, writeOwners, writeQuery, writeRack, writeScores } from "./notation.js";

/** @typedef {import("./tile_set.js").TileSet} TileSet */
/** @typedef {import("./tile_set.js").TileEntry} TileEntry */
/** A position as the server sends it. `fields` holds texts that are passed through unchanged: the
 * other racks, who has left, the passes before.
 * @typedef {{ tiles: TileEntry[], rack: string, seat: number, scores: number[], fields: Record<string, string> }} Setup */

const SERVER_FIELDS = ["csrfmiddlewaretoken"];
const DEPENDENT_FIELDS = ["racks", "passes"]; // outdated by any change of the board

export class Form {
  /** @param {TileSet} tileSet @param {[face: string, value: number, count: number][]} pool
   * @param {import("./notation.js").Marks} marks @param {string} language */
  constructor(tileSet, pool, marks, language) {
    this.tileSet = tileSet;
    this.values = new Map(pool.map(([face, value]) => [face, value]));
    this.marks = marks;
    this.language = language;
    this.owned = document.body.matches(".owned");
    this.form = /** @type {HTMLFormElement} */ (one("#position"));
    this.rack = /** @type {HTMLInputElement} */ (one("#rack"));
    this.seat = /** @type {HTMLSelectElement} */ (one("#seat"));
    this.scores = all("[data-score]", this.form).map((field) => /** @type {HTMLInputElement} */ (field));
  }

  /** @returns {Setup} */
  read() {
    return {
      tiles: this.tileSet.list(),
      rack: this.rack.value,
      seat: Number(this.seat.value) - 1,
      scores: this.scores.map((field) => Number(field.value) || 0),
      fields: Object.fromEntries(["racks", "out", "passes"].map((name) => [name, this.#field(name).value])),
    };
  }

  /** @param {Setup} setup */
  show(setup) {
    this.tileSet.put(setup.tiles);
    this.rack.value = setup.rack;
    this.seat.value = String(setup.seat + 1);
    this.scores.forEach((field, seat) => { field.value = String(setup.scores[seat]); });
    for (const [name, text] of Object.entries(setup.fields)) this.#field(name).value = text;
  }

/** Forget the other racks and the passes: they no longer fit a board that was changed by hand. */
  forget() { DEPENDENT_FIELDS.forEach((name) => { this.#field(name).value = ""; }); }

/** Turn the typed rack into tiles. */
  readRack() { this.rack.value = writeRack(this.rack.value, [...this.values.keys()], this.language); }

  /** Fill the hidden fields. @returns {string} the address */
  write() {
    const tiles = this.tileSet.list();
    const { cols, names } = this.tileSet;
    this.#field("board").value = writeBoard(tiles, names.length / cols, cols, this.marks);
    if (this.owned) {
      this.#field("owners").value = writeOwners(tiles);
      this.scores.forEach((field, seat) => { field.value = String(this.tileSet.points(seat)); });
    } else this.#field("scores").value = writeScores(this.read().scores);
    this.#showRack();
    const fields = /** @type {Iterable<[string, string]>} */ (new FormData(this.form));
    const entries = [...fields].filter(([name, text]) => !SERVER_FIELDS.includes(name) && !(name === "seat" && text === "1"));
    return `${location.pathname}?${writeQuery(entries)}`;
  }

  /** @param {string} name */
  #field(name) { return /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name)); }

  #showRack() {
    const faces = facesOf(writeRack(this.rack.value, [...this.values.keys()], this.language));
    const tiles = faces.map((face) => {
      const tile = document.createElement("b");
      const wide = ["", "", "w"][[...face].length] ?? "x";
      tile.className = `tile ${face === "?" ? "k" : wide}`;
      if (face === "?") return tile;
      tile.textContent = face;
      tile.append(Object.assign(document.createElement("i"), { textContent: String(this.values.get(face) ?? "") }));
      return tile;
    });
    one("#rack-tiles").replaceChildren(...tiles);
  }
}
