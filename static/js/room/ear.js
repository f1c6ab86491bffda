// Dead keys and input methods tell their letters only to a field. This one nobody sees: it takes the
// focus when such a key comes, and gives what was composed as if it had been typed on the board.
import { one } from "./page.js";

/** @typedef {import("./squares.js").Squares} Squares */

const UNTOLD = ["Dead", "Process", "Unidentified"]; // keys whose letter is known only to the system
const PROCESSED = 229; // the code of a key that an input method has taken
const COMPOSED = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}\p{sc=Hangul}]/u; // no keyboard has these

export class Ear {
  #dead = false; // whether a dead key called it, which needs it for one letter only

  /** @param {Squares} squares @param {string[]} faces of the tiles @param {(typed: string) => void} hear
   * @param {(composing: string) => void} show what is not yet a letter */
  constructor(squares, faces, hear, show) {
    this.field = /** @type {HTMLInputElement} */ (one("#ear"));
    this.squares = squares;
    this.always = faces.some((face) => COMPOSED.test(face));
    this.hear = hear;
    this.show = show;
  }

  listen() {
    const { field, squares } = this;
    if (this.always) squares.field = field;
    field.addEventListener("compositionstart", () => { if (!this.#dead) squares.field = field; });
    field.addEventListener("compositionend", () => this.#take());
    field.addEventListener("input", (event) => {
      if (/** @type {InputEvent} */ (event).isComposing) this.show(field.value);
      else this.#take();
    });
    field.addEventListener("blur", () => {
      field.value = "";
      this.show("");
      if (!this.always) squares.field = null;
    });
  }

  /** Whether the letter of this key is still to come, and comes here.
   * @param {KeyboardEvent} event */
  awaits({ key, isComposing, keyCode }) {
    if (!isComposing && keyCode !== PROCESSED && !UNTOLD.includes(key)) return false;
    this.#dead = key === "Dead";
    if (document.activeElement !== this.field) this.field.focus({ preventScroll: true });
    return true;
  }

  #take() {
    const typed = this.field.value;
    this.field.value = "";
    this.show("");
    if (typed) this.hear(typed);
  }
}
