// From typed letters to tiles: pure. Letters are read in the tile set's own language, final letters
// as the ones they end, and several letters make one tile where the rack has such a tile.

/** @typedef {import("./table.js").Held} Held */
/** A letter of the running word: `square` is where its tile was laid, -1 while it waits for more.
 * @typedef {{ letters: string, square: number }} Step */
/** What a letter means: tiles to take back (by square) and tiles to lay; what no tile was found for;
 * or that it waits for the letters that make up its tile.
 * @typedef {{ back: number[], lay: { tile: Held, as: string }[], missing: string, waits: boolean }} Reading */

const QUICK = 900; // ms within which letters join though each has a tile of its own
const LONGEST = 3; // letters on one tile
/** @type {Record<string, string>} */
const FINALS = { "ך": "כ", "ם": "מ", "ן": "נ", "ף": "פ", "ץ": "צ" };

export class Typing {
  /** @type {Step[]} the last letters that were typed in a row */
  #steps = [];
  #at = -Infinity;

  /** @param {string} language of the tile set @param {string[]} faces a blank may stand for */
  constructor(language, faces) {
    this.language = language;
    this.faces = faces;
  }

  /** Begin anew: the cursor has gone elsewhere. */
  stop() { this.#steps = []; }

  /** Where the tile of the letter read last was laid.
   * @param {number} square */
  laidAt(square) {
    const last = this.#steps.at(-1);
    if (last) last.square = square;
  }

  /** @param {string} letter @param {number} now ms @param {Held[]} rack tiles not on the board
   * @returns {Reading} */
  read(letter, now, rack) {
    const typed = upper(letter, this.language);
    const quick = now - this.#at <= QUICK;
    this.#at = now;
    const single = rack.find((tile) => tile.face === this.#face(typed, rack));
    const joined = quick || !single ? this.#join(typed, rack) : null;
    if (joined) return joined;
    const waiting = this.#steps.at(-1);
    const settled = waiting?.square === -1 ? this.#settle(waiting.letters, rack) : nothing();
    const left = rack.filter((tile) => tile !== settled.lay[0]?.tile);
    this.#steps = [...this.#steps.filter((step) => step.square >= 0), { letters: typed, square: -1 }].slice(-LONGEST);
    if (single) settled.lay.push({ tile: single, as: "" });
    else if (begins(typed, left)) settled.waits = true;
    else return this.#merge(settled, this.#settle(typed, left));
    return settled;
  }

  /** One tile for the last letters and this one, or the hope of one.
   * @param {string} typed @param {Held[]} rack @returns {Reading | null} */
  #join(typed, rack) {
    for (let from = 0; from < this.#steps.length; from++) {
      const steps = this.#steps.slice(from);
      const letters = steps.map((step) => step.letters).join("") + typed;
      const tile = rack.find((held) => bare(held.face) === letters);
      const waits = !tile && steps.every((step) => step.square < 0) && begins(letters, rack);
      if (!tile && !waits) continue;
      this.#steps = [...this.#steps.slice(0, from), { letters, square: -1 }];
      const back = steps.map((step) => step.square).filter((square) => square >= 0);
      return { ...nothing(), back: tile ? back : [], lay: tile ? [{ tile, as: "" }] : [], waits };
    }
    return null;
  }

  /** Letters without a tile of their own: a blank, or nothing.
   * @param {string} letters @param {Held[]} rack */
  #settle(letters, rack) {
    const as = this.#face(letters, rack);
    const blank = rack.find((tile) => tile.blank);
    if (!blank || !this.faces.includes(as)) return { ...nothing(), missing: letters };
    return { ...nothing(), lay: [{ tile: blank, as }] };
  }

  /** @param {Reading} first @param {Reading} second */
  #merge(first, second) {
    const missing = [first.missing, second.missing].filter(Boolean).join(", ");
    return { ...nothing(), lay: [...first.lay, ...second.lay], missing };
  }

  /** The face a letter means: without its marks where the tiles have none such.
   * @param {string} typed @param {Held[]} rack */
  #face(typed, rack) {
    if (this.faces.includes(typed) || rack.some((tile) => tile.face === typed)) return typed;
    return typed.normalize("NFD").replace(/\p{M}/gu, "");
  }

}

/** As on the tiles: i is İ in Turkish, I elsewhere.
 * @param {string} letter @param {string} language of the tile set */
export function upper(letter, language) {
  const plain = FINALS[letter] ?? letter;
  return plain === "ß" ? plain : plain.toLocaleUpperCase(language).normalize("NFC");
}

/** @returns {Reading} */
function nothing() { return { back: [], lay: [], missing: "", waits: false }; }

/** Whether a tile of several letters begins so.
 * @param {string} letters @param {Held[]} rack */
function begins(letters, rack) {
  return rack.some((tile) => bare(tile.face) !== letters && bare(tile.face).startsWith(letters));
}

/** A face as it is typed: without marks between its letters.
 * @param {string} face */
export function bare(face) { return face.replace(/[^\p{L}\p{M}]/gu, "").toUpperCase(); }
