// Draws every rack of a duplicate game again, from its published record alone, exactly as
// games/rules/duplicate does. The shuffles are in shuffle.js; bag_check.js shows the result.
import { Shuffler, hashSecret, inOrder, makeSeed } from "./shuffle.js";

/** `blanks` are the letters that the blanks among the tiles `laid` represent.
 * @typedef {{ number: number, rack: string[], laid: string[], blanks: string[] }} Turn */
/** @typedef {{ game: string, scheme: number, hash: string, secret: string, contributions: string[],
 *   tiles: string[], vowels: string[], consonants: string[], joker: boolean, rackSize: number,
 *   turns: Turn[] }} DuplicateRecord */
/** @typedef {import("./replay.js").Report} Report */

const STRICT_TURNS = 15; // turns whose racks hold two vowels and two consonants, if that is possible

/** Repeat every draw and list the faults: "hash", "move 3".
 * @param {DuplicateRecord} record @returns {Promise<Report>} */
export async function checkDuplicateBag(record) {
  const hash = await hashSecret(record.secret);
  const seed = await makeSeed(record.scheme, record.secret, record.contributions);
  const game = new DuplicateReplay(record, await Shuffler.of(seed));
  const faults = hash === record.hash ? [] : ["hash"];
  const rows = [];
  for (const turn of record.turns) {
    await game.draw(turn.number);
    const [computed, recorded] = [[...game.rack].sort(inOrder), [...turn.rack].sort(inOrder)];
    const agrees = computed.join() === recorded.join();
    rows.push({ number: turn.number, recorded, computed, agrees });
    if (!agrees || !game.play(turn)) { // with another rack, later ones mean nothing
      faults.push(`move ${turn.number}`);
      break;
    }
  }
  return { hash, seed, rows, faults };
}

class DuplicateReplay {
  /** @type {string[]} */
  rack = [];
  #shuffles = 0;

  /** @param {DuplicateRecord} record @param {Shuffler} shuffler */
  constructor(record, shuffler) {
    this.record = record;
    this.shuffler = shuffler;
    this.bag = [...record.tiles];
  }

  /** Fill the rack; as long as it lacks vowels or consonants, put it back and draw a new one.
   * @param {number} turn */
  async draw(turn) {
    const everything = [...this.rack, ...this.bag];
    const least = turn <= STRICT_TURNS && this.#holds(this.#drawable(everything), 2) ? 2 : 1;
    await this.#fill(this.rack);
    while (!this.#holds(this.rack, least)) {
      this.bag = everything;
      await this.#fill([]);
    }
  }

  /** Make the best play. False if its tiles are not on the rack.
   * @param {Turn} turn */
  play({ laid, blanks }) {
    for (const face of laid) if (!take(this.rack, face)) return false;
    // In the joker format, real letters replace the blanks, which return to the rack.
    for (const face of this.record.joker ? blanks : []) if (take(this.bag, face)) this.rack.push("?");
    return true;
  }

  /** @param {string[]} kept tiles that stay on the rack */
  async #fill(kept) {
    const bag = [...this.bag];
    const rack = [...kept];
    let blanks = /** @type {string[]} */ ([]);
    if (this.record.joker) {
      if (!rack.includes("?") && take(bag, "?")) rack.push("?");
      blanks = bag.filter((face) => face === "?");
    }
    const letters = this.record.joker ? bag.filter((face) => face !== "?") : bag;
    const order = await this.shuffler.shuffle(letters, this.#shuffles);
    this.#shuffles += 1;
    const missing = this.record.rackSize - rack.length;
    this.rack = [...rack, ...order.slice(0, missing)];
    this.bag = [...order.slice(missing), ...blanks];
  }

  /** Return the tiles that a rack can be made of: in the joker format at most one blank.
   * @param {string[]} tiles */
  #drawable(tiles) {
    if (!this.record.joker) return tiles;
    const letters = tiles.filter((face) => face !== "?");
    return letters.length < tiles.length ? [...letters, "?"] : letters;
  }

  /** Return whether there are so many vowels and so many consonants, each tile used once.
   * @param {string[]} tiles @param {number} least */
  #holds(tiles, least) {
    const { vowels, consonants } = this.record;
    let [vowel, consonant, either] = [0, 0, 0];
    for (const face of tiles) {
      const isVowel = vowels.includes(face);
      if (face === "?" || (isVowel && consonants.includes(face))) either += 1;
      else if (isVowel) vowel += 1;
      else consonant += 1;
    }
    return Math.max(0, least - vowel) + Math.max(0, least - consonant) <= either;
  }
}

/** Take one tile away. False if it is not there.
 * @param {string[]} tiles @param {string} face */
function take(tiles, face) {
  const at = tiles.indexOf(face);
  if (at >= 0) tiles.splice(at, 1);
  return at >= 0;
}
