// The earlier positions that Undo goes back to. Independent of the page.

/** @template T */
export class Undo {
  /** @type {string[]} */
  #before = [];

  /** @param {T} now */
  constructor(now) { this.now = JSON.stringify(now); }

  get isOpen() { return this.#before.length > 0; }

  /** Remember a position unless it equals the present one.
   * @param {T} now @returns {boolean} whether something has changed */
  take(now) {
    const text = JSON.stringify(now);
    if (text === this.now) return false;
    this.#before.push(this.now);
    this.now = text;
    return true;
  }

  /** Go back one position and return it; null at the beginning.
   * @returns {T | null} */
  back() {
    const before = this.#before.pop();
    if (before === undefined) return null;
    this.now = before;
    return JSON.parse(before);
  }
}
