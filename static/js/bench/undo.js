// Earlier positions, to go back to: pure.

/** @template T */
export class Undo {
  /** @type {string[]} */
  #before = [];

  /** @param {T} now */
  constructor(now) { this.now = JSON.stringify(now); }

  get isOpen() { return this.#before.length > 0; }

  /** Remember a position, unless nothing has changed.
   * @param {T} now @returns {boolean} whether something has */
  take(now) {
    const told = JSON.stringify(now);
    if (told === this.now) return false;
    this.#before.push(this.now);
    this.now = told;
    return true;
  }

  /** The position before, which is the present one from now on; null at the beginning.
   * @returns {T | null} */
  back() {
    const before = this.#before.pop();
    if (before === undefined) return null;
    this.now = before;
    return JSON.parse(before);
  }
}
