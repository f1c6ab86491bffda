// Dead keys and input methods compose letters only in a text field. This hidden one takes the focus
// when such a key is pressed, and passes on what was composed as if it had been typed on the board.
import { one } from "./page.js";

/** @typedef {import("./squares.js").Squares} Squares */

const COMPOSING_KEYS = ["Dead", "Process", "Unidentified"]; // keys whose letter only the system knows
const IME_KEY_CODE = 229; // the code of a key that an input method has taken
const COMPOSED = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}\p{sc=Hangul}]/u; // no key types these directly

export class ImeInput {
  #deadKey = false; // whether a dead key needs it, for one letter

  /** @param {Squares} squares @param {string[]} faces of the tiles @param {(typed: string) => void}
   * take
   * @param {(composing: string) => void} show gets what is not yet a letter */
  constructor(squares, faces, take, show) {
    this.field = /** @type {HTMLInputElement} */ (one("#ime-input"));
    this.squares = squares;
    this.always = faces.some((face) => COMPOSED.test(face));
    this.take = take;
    this.show = show;
  }

  listen() {
    const { field, squares } = this;
    if (this.always) squares.field = field;
    field.addEventListener("compositionstart", () => { if (!this.#deadKey) squares.field = field; });
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

  /** Return whether the letter of this key is still being composed, in this field.
   * @param {KeyboardEvent} event */
  awaits({ key, isComposing, keyCode }) {
    if (!isComposing && keyCode !== IME_KEY_CODE && !COMPOSING_KEYS.includes(key)) return false;
    this.#deadKey = key === "Dead";
    if (document.activeElement !== this.field) this.field.focus({ preventScroll: true });
    return true;
  }

  #take() {
    const typed = this.field.value;
    this.field.value = "";
    this.show("");
    if (typed) this.take(typed);
  }
}
