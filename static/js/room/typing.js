// From letters to tiles: pure. Several letters make one tile where the rack has such a tile, or a
// blank that is needed anyway; so a letter may leave its sequence open for the next one. Time plays
// no part. What keys give is made letters in letters.js.

/** @typedef {import("./table.js").Held} Held */
/** @typedef {{ tile: Held, as: string }} Placing */
/** What the letters so far mean: tiles to lay, the last `open` of which may yet become another; the
 * letters no tile was found for; the faces that the open letters may still become.
 * @typedef {{ lay: Placing[], open: number, missing: string, hope: string[] }} Reading */

export class Typing {
  /** @type {string} the letters whose tiles may still change */
  open = "";
  #loud = false; // they were typed for a blank

  /** @param {string[]} faces a blank may stand for
   * @param {string[]} [whole] those that are never laid with single tiles */
  constructor(faces, whole = []) {
    this.faces = faces;
    this.whole = whole;
  }

  /** Nothing joins what was typed before. */
  stop() { this.open = ""; }

  /** @param {string} letter @param {Held[]} rack tiles to lay, those of the open letters among them
   * @param {boolean} [loud] meant for a blank @returns {Reading} */
  read(letter, rack, loud = false) {
    const joined = this.open + letter;
    const joins = this.open && (this.#one(joined, rack, this.#loud) || this.#hope(joined, rack, this.#loud).length);
    const settled = this.open && !joins ? this.#spell(this.open, rack, this.#loud) : nothing();
    const letters = joins ? joined : letter;
    const left = without(rack, settled.lay);
    if (!joins) this.#loud = loud;
    const hope = this.#hope(letters, left, this.#loud);
    this.open = hope.length ? letters : "";
    const spelt = this.#spell(letters, left, this.#loud);
    if (this.open && (spelt.missing || this.#spares(spelt.lay, hope, left))) return { ...settled, open: 0, hope };
    const missing = [settled.missing, spelt.missing].filter(Boolean).join(", ");
    return { lay: [...settled.lay, ...spelt.lay], open: this.open ? spelt.lay.length : 0, missing, hope };
  }

  /** The tiles of the letters that are open, which nothing joins any more.
   * @param {Held[]} rack @returns {{ lay: Placing[], missing: string }} */
  settle(rack) {
    const settled = this.#spell(this.open, rack, this.#loud);
    this.stop();
    return settled;
  }

  /** Whether a blank need not be laid yet: a tile of the rack may follow.
   * @param {Placing[]} laid @param {string[]} hope @param {Held[]} rack */
  #spares(laid, hope, rack) {
    return !this.#loud && laid.some(({ tile }) => tile.blank) && rack.some(({ face }) => hope.includes(face));
  }

  /** The one tile that shows all these letters.
   * @param {string} letters @param {Held[]} rack @param {boolean} loud @returns {Placing | null} */
  #one(letters, rack, loud) {
    const blank = rack.find((tile) => tile.blank);
    const as = this.faces.find((face) => face === letters) ?? this.faces.find((face) => bare(face) === letters);
    const byBlank = blank && as ? { tile: blank, as } : null;
    if (loud && byBlank) return byBlank;
    const apart = isApart(letters, rack);
    const tile = rack.find(({ face }) => face === letters) ?? rack.find(({ face }) => bare(face) === letters && !apart);
    if (tile) return { tile, as: "" };
    return as && (!apart || this.whole.includes(as)) ? byBlank : null;
  }

  /** What the letters may become when more follow.
   * @param {string} letters @param {Held[]} rack @param {boolean} loud */
  #hope(letters, rack, loud) {
    const faces = new Set([...rack.map((tile) => tile.face), ...this.faces]);
    return [...faces].filter((face) => face.length > letters.length
      && (face.startsWith(letters) || bare(face).startsWith(letters)) && bare(face) !== letters
      && (this.#one(face, rack, loud) || this.#one(bare(face), rack, loud)));
  }

  /** The letters with as long tiles as there are.
   * @param {string} letters @param {Held[]} rack @param {boolean} loud
   * @returns {{ lay: Placing[], missing: string }} */
  #spell(letters, rack, loud) {
    if (!letters) return nothing();
    for (let length = letters.length; length > 0; length--) {
      const found = this.#one(letters.slice(0, length), rack, loud);
      if (!found) continue;
      const rest = this.#spell(letters.slice(length), without(rack, [found]), loud);
      return { lay: [found, ...rest.lay], missing: rest.missing };
    }
    const rest = this.#spell(letters.slice(1), rack, loud);
    return { lay: rest.lay, missing: letters[0] + rest.missing };
  }
}

/** @returns {{ lay: Placing[], missing: string }} */
function nothing() { return { lay: [], missing: "" }; }

/** @param {Held[]} rack @param {Placing[]} laid */
function without(rack, laid) { return rack.filter((tile) => !laid.some((one) => one.tile === tile)); }

/** Whether every letter has a tile of its own, no blank among them.
 * @param {string} letters @param {Held[]} rack */
function isApart(letters, rack) {
  const left = rack.map((tile) => tile.face);
  return [...letters].every((letter) => left.includes(letter) && left.splice(left.indexOf(letter), 1));
}

/** A face as it is typed: without marks between its letters.
 * @param {string} face */
export function bare(face) { return face.replace(/[^\p{L}\p{M}]/gu, ""); }
