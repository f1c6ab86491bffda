// Turns letters into tiles. Pure functions. Several letters make one tile if the rack has such a
// tile, or if a blank is needed anyway; so a letter may leave its sequence open for the next one.
// Timing plays no part. Keys become letters in letters.js.

/** @typedef {import("./table.js").Held} Held */
/** @typedef {{ tile: Held, as: string }} Placing */
/** How the letters so far are read: the tiles to lay, of which the last `open` may still change;
 * the letters without a tile; the faces that the open letters may still become.
 * @typedef {{ lay: Placing[], open: number, missing: string, hope: string[] }} Reading */

export class Spelling {
  /** @type {string} the letters whose tiles may still change */
  open = "";
  #loud = false; // they ask for a blank

  /** @param {string[]} faces a blank may stand for
   * @param {string[]} [whole] faces that are never laid with single tiles */
  constructor(faces, whole = []) {
    this.faces = faces;
    this.whole = whole;
  }

  /** Close the open letters: later ones do not join them. */
  stop() { this.open = ""; }

  /** @param {string} letter @param {Held[]} rack tiles to lay, including those of the open letters
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

  /** Close the open letters and return their tiles.
   * @param {Held[]} rack @returns {{ lay: Placing[], missing: string }} */
  settle(rack) {
    const settled = this.#spell(this.open, rack, this.#loud);
    this.stop();
    return settled;
  }

  /** Return whether to wait with a blank, because a tile of the rack may still fit.
   * @param {Placing[]} laid @param {string[]} hope @param {Held[]} rack */
  #spares(laid, hope, rack) {
    return !this.#loud && laid.some(({ tile }) => tile.blank) && rack.some(({ face }) => hope.includes(face));
  }

  /** Return the one tile that shows all these letters.
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

  /** Return the faces that the letters may become when more follow.
   * @param {string} letters @param {Held[]} rack @param {boolean} loud */
  #hope(letters, rack, loud) {
    const faces = new Set([...rack.map((tile) => tile.face), ...this.faces]);
    return [...faces].filter((face) => face.length > letters.length
      && (face.startsWith(letters) || bare(face).startsWith(letters)) && bare(face) !== letters
      && (this.#one(face, rack, loud) || this.#one(bare(face), rack, loud)));
  }

  /** Spell the letters, with the longest tiles there are.
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

/** Return whether every letter has a tile of its own, without a blank.
 * @param {string} letters @param {Held[]} rack */
function isApart(letters, rack) {
  const left = rack.map((tile) => tile.face);
  return [...letters].every((letter) => left.includes(letter) && left.splice(left.indexOf(letter), 1));
}

/** Return a face as it is typed, without the signs between its letters (L·L is typed LL).
 * @param {string} face */
export function bare(face) { return face.replace(/[^\p{L}\p{M}]/gu, ""); }
