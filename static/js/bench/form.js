// The form of a position: rack, scores, who is to move, and the hidden texts of its address.
import { all, one } from "../room/page.js";
import { facesOf, writeBoard, writeOwners, writeQuery, writeRack, writeScores } from "./written.js";

/** @typedef {import("./stock.js").Stock} Stock */
/** @typedef {import("./stock.js").Told} Told */
/** A position as the server tells it. `fields` are texts that are kept as they are: what the others
 * hold, who has left, the passes before.
 * @typedef {{ tiles: Told[], rack: string, seat: number, scores: number[], fields: Record<string, string> }} Setup */

const NOT_OURS = ["csrfmiddlewaretoken"];
const FOLLOW = ["racks", "passes"]; // what a change of the board makes untrue

export class Form {
  /** @param {Stock} stock @param {[face: string, value: number, count: number][]} pool
   * @param {import("./written.js").Marks} marks @param {string} language */
  constructor(stock, pool, marks, language) {
    this.stock = stock;
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
  tell() {
    return {
      tiles: this.stock.tell(),
      rack: this.rack.value,
      seat: Number(this.seat.value) - 1,
      scores: this.scores.map((field) => Number(field.value) || 0),
      fields: Object.fromEntries(["racks", "out", "passes"].map((name) => [name, this.#field(name).value])),
    };
  }

  /** @param {Setup} setup */
  show(setup) {
    this.stock.put(setup.tiles);
    this.rack.value = setup.rack;
    this.seat.value = String(setup.seat + 1);
    this.scores.forEach((field, seat) => { field.value = String(setup.scores[seat]); });
    for (const [name, text] of Object.entries(setup.fields)) this.#field(name).value = text;
  }

  /** The board was changed by hand: nothing is known of the others any more. */
  forget() { FOLLOW.forEach((name) => { this.#field(name).value = ""; }); }

  /** What was typed becomes tiles. */
  readRack() { this.rack.value = writeRack(this.rack.value, [...this.values.keys()], this.language); }

  /** Fill the hidden texts. @returns {string} the address */
  write() {
    const tiles = this.stock.tell();
    const { cols, names } = this.stock;
    this.#field("board").value = writeBoard(tiles, names.length / cols, cols, this.marks);
    if (this.owned) {
      this.#field("owners").value = writeOwners(tiles);
      this.scores.forEach((field, seat) => { field.value = String(this.stock.points(seat)); });
    } else this.#field("scores").value = writeScores(this.tell().scores);
    this.#showRack();
    const fields = /** @type {Iterable<[string, string]>} */ (new FormData(this.form));
    const said = [...fields].filter(([name, text]) => !NOT_OURS.includes(name) && !(name === "seat" && text === "1"));
    return `${location.pathname}?${writeQuery(said)}`;
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
