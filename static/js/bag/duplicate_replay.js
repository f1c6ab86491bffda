// Draws every rack of a duplicate game again, from its published record alone: one rack for
// everyone, filled after each best play. A rack with too few vowels or consonants goes back.
import { without } from "./replay.js";
import { Shuffler, hashSecret, inOrder, makeSeed } from "./shuffle.js";

/** @typedef {import("./replay.js").Report} Report */
/** Everyone's rack, and the tiles of the best play.
 * @typedef {{ rack: string[], laid: string[] }} Turn */
/** @typedef {{ game: string, scheme: number, hash: string, secret: string, contributions: string[],
 *   tiles: string[], vowels: string[], consonants: string[], rackSize: number, strictTurns: number,
 *   turns: Turn[] }} DuplicateRecord */

const BLANK = "?";

/** Repeat every draw and list the faults: "hash", "move 3" for a turn.
 * @param {DuplicateRecord} record @returns {Promise<Report>} */
export async function checkDuplicateDraws(record) {
  const hash = await hashSecret(record.secret);
  const seed = await makeSeed(record.scheme, record.secret, record.contributions);
  const draws = new Draws(record, await Shuffler.of(seed));
  const faults = hash === record.hash ? [] : ["hash"];
  const rows = [];
  /** @type {string[] | null} what the best play left; `null` if its tiles were not there */
  let left = [];
  for (const [index, { rack, laid }] of record.turns.entries()) {
    const computed = left ? await draws.fill(left, index + 1) : [];
    const recorded = [...rack].sort(inOrder);
    const agrees = computed.join() === recorded.join();
    rows.push({ number: index + 1, recorded, computed, agrees });
    if (!agrees) faults.push(`move ${index + 1}`);
    left = without(computed, laid);
  }
  return { hash, seed, rows, faults };
}

class Draws {
  /** @param {DuplicateRecord} record @param {Shuffler} shuffler */
  constructor(record, shuffler) {
    this.record = record;
    this.shuffler = shuffler;
    this.bag = record.tiles;
    this.shuffles = 0;
  }

  /** Fill the rack for a turn, and draw a new one while it is not balanced.
   * @param {string[]} kept @param {number} turn @returns {Promise<string[]>} in order */
  async fill(kept, turn) {
    const everything = [...kept, ...this.bag];
    const least = turn <= this.record.strictTurns && this.#holds(everything, 2) ? 2 : 1;
    let rack = await this.#draw(kept);
    if (!this.#holds(everything, 1)) return rack; // the game would have ended
    while (!this.#holds(rack, least)) {
      this.bag = everything;
      rack = await this.#draw([]);
    }
    return rack;
  }

  /** @param {string[]} kept */
  async #draw(kept) {
    const order = await this.shuffler.shuffle(this.bag, this.shuffles);
    this.shuffles += 1;
    const missing = this.record.rackSize - kept.length;
    this.bag = order.slice(missing);
    return [...kept, ...order.slice(0, missing)].sort(inOrder);
  }

  /** Return whether so many vowels and so many consonants are there. Blanks, and letters that can
   * be both, count as either.
   * @param {string[]} tiles @param {number} least */
  #holds(tiles, least) {
    const { vowels, consonants } = this.record;
    const counts = { vowel: 0, consonant: 0, either: 0 };
    for (const face of tiles) {
      const both = face === BLANK || (vowels.includes(face) && consonants.includes(face));
      if (both) counts.either += 1;
      else if (vowels.includes(face)) counts.vowel += 1;
      else counts.consonant += 1;
    }
    return Math.max(0, least - counts.vowel) + Math.max(0, least - counts.consonant) <= counts.either;
  }
}
