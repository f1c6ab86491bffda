// Turns letters into tiles. Pure functions. Several letters make one tile if the rack has such a
// tile, or if a blank is needed anyway; so a letter may leave its sequence open for the next one.
// Timing plays no part. Keys become letters in letters.js.

/** @typedef {import("./table.js").Held} Held */
/** @typedef {{ tile: Held, as: string }} Placing */
/** How the letters so far are read: the tiles to lay, of which the last `open` may still change;
 * the letters without a tile; the faces that the open letters may still become.
 * @typedef {{ lay: Placing[], open: number, missing: string, longer: string[] }} Reading */

export class Spelling {
  /** @type {string} the letters whose tiles may still change */
  open = "";
  #forBlank = false; // they ask for a blank

  /** @param {string[]} faces a blank may stand for
   * @param {string[]} [whole] faces that are never laid with single tiles */
  constructor(faces, whole = []) {
    this.faces = faces;
    this.whole = whole;
  }

  /** Close the open letters: later ones do not join them. */
  stop() { this.open = ""; }

  /** @param {string} letter @param {Held[]} rack tiles to lay, including those of the open letters
   * @param {boolean} [forBlank] meant for a blank @returns {Reading} */
  read(letter, rack, forBlank = false) {
    const joined = this.open + letter;
    const joins = this.open && (this.#one(joined, rack, this.#forBlank) || this.#findLonger(joined, rack, this.#forBlank).length);
    const settled = this.open && !joins ? this.#spell(this.open, rack, this.#forBlank) : nothing();
    const letters = joins ? joined : letter;
    const left = without(rack, settled.lay);
    if (!joins) this.#forBlank = forBlank;
    const longer = this.#findLonger(letters, left, this.#forBlank);
    this.open = longer.length ? letters : "";
    const spelt = this.#spell(letters, left, this.#forBlank);
    if (this.open && (spelt.missing || this.#shouldWait(spelt.lay, longer, left))) return { ...settled, open: 0, longer };
    const missing = [settled.missing, spelt.missing].filter(Boolean).join(", ");
    return { lay: [...settled.lay, ...spelt.lay], open: this.open ? spelt.lay.length : 0, missing, longer };
  }

  /** Close the open letters and return their tiles.
   * @param {Held[]} rack @returns {{ lay: Placing[], missing: string }} */
  settle(rack) {
    const settled = this.#spell(this.open, rack, this.#forBlank);
    this.stop();
    return settled;
  }

  /** Return whether to wait with a blank, because a tile of the rack may still fit.
   * @param {Placing[]} laid @param {string[]} longer @param {Held[]} rack */
  #shouldWait(laid, longer, rack) {
    return !this.#forBlank && laid.some(({ tile }) => tile.blank) && rack.some(({ face }) => longer.includes(face));
  }

  /** Return the one tile that shows all these letters.
   * @param {string} letters @param {Held[]} rack @param {boolean} forBlank @returns {Placing | null} */
  #one(letters, rack, forBlank) {
    const blank = rack.find((tile) => tile.blank);
    const as = this.faces.find((face) => face === letters) ?? this.faces.find((face) => toTyped(face) === letters);
    const byBlank = blank && as ? { tile: blank, as } : null;
    if (forBlank && byBlank) return byBlank;
    const hasTiles = hasTileEach(letters, rack);
    const tile = rack.find(({ face }) => face === letters) ?? rack.find(({ face }) => toTyped(face) === letters && !hasTiles);
    if (tile) return { tile, as: "" };
    return as && (!hasTiles || this.whole.includes(as)) ? byBlank : null;
  }

  /** Return the faces that the letters may become when more follow.
   * @param {string} letters @param {Held[]} rack @param {boolean} forBlank */
  #findLonger(letters, rack, forBlank) {
    const faces = new Set([...rack.map((tile) => tile.face), ...this.faces]);
    return [...faces].filter((face) => face.length > letters.length
      && (face.startsWith(letters) || toTyped(face).startsWith(letters)) && toTyped(face) !== letters
      && (this.#one(face, rack, forBlank) || this.#one(toTyped(face), rack, forBlank)));
  }

  /** Spell the letters, with the longest tiles there are.
   * @param {string} letters @param {Held[]} rack @param {boolean} forBlank
   * @returns {{ lay: Placing[], missing: string }} */
  #spell(letters, rack, forBlank) {
    if (!letters) return nothing();
    for (let length = letters.length; length > 0; length--) {
      const found = this.#one(letters.slice(0, length), rack, forBlank);
      if (!found) continue;
      const rest = this.#spell(letters.slice(length), without(rack, [found]), forBlank);
      return { lay: [found, ...rest.lay], missing: rest.missing };
    }
    const rest = this.#spell(letters.slice(1), rack, forBlank);
    return { lay: rest.lay, missing: letters[0] + rest.missing };
  }
}

/** @returns {{ lay: Placing[], missing: string }} */
function nothing() { return { lay: [], missing: "" }; }

/** @param {Held[]} rack @param {Placing[]} laid */
function without(rack, laid) { return rack.filter((tile) => !laid.some((one) => one.tile === tile)); }

/** Return whether every letter has a tile of its own, without a blank.
 * @param {string} letters @param {Held[]} rack */
function hasTileEach(letters, rack) {
  const left = rack.map((tile) => tile.face);
  return [...letters].every((letter) => left.includes(letter) && left.splice(left.indexOf(letter), 1));
}

/** Return a face as it is typed, without the signs between its letters (L·L is typed LL).
 * @param {string} face */
export function toTyped(face) { return face.replace(/[^\p{L}\p{M}]/gu, ""); }
