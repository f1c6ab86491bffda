// Draws every tile of an ended game again, from its published record alone. The shuffles are in
// shuffle.js; bag_check.js shows the result.
import { Shuffler, hashSecret, inOrder, makeSeed } from "./shuffle.js";

/** @typedef {{ number: number, seat: number, kind: string, rack: string[], laid?: string[],
 *   exchanged?: string[], withdrawn?: boolean }} Move */
/** @typedef {{ first: number, rounds: [number, string][][] }} Draw */
/** @typedef {{ game: string, scheme: number, hash: string, secret: string, contributions: string[],
 *   alphabet: string[], tiles: string[], seats: number, rackSize: number, separateDraws?: boolean,
 *   draw: Draw | null,
 *   moves: Move[], racks: string[][], bag: string[],
 *   lot: { among: number[], winner: number } | null }} BagRecord
 * With `separateDraws`, seat 0 draws from the front of the bag and seat 1 from its end. */
/** @typedef {{ number: number, seat?: number, recorded: string[], computed: string[],
 *   agrees: boolean }} Row */
/** @typedef {{ hash: string, seed: Uint8Array, rows: Row[], faults: string[] }} Report */

/** Repeat every draw and list the faults: "hash", "draw", "move 3", "racks", "bag", "lot".
 * @param {BagRecord} record @returns {Promise<Report>} */
export async function checkBag(record) {
  const hash = await hashSecret(record.secret);
  const seed = await makeSeed(record.scheme, record.secret, record.contributions);
  const game = new Replay(record, await Shuffler.of(seed));
  const faults = hash === record.hash ? [] : ["hash"];
  if (!(await game.open())) faults.push("draw");
  const rows = [];
  for (const move of record.moves) {
    const computed = [...(game.racks[move.seat] || [])].sort(inOrder);
    const recorded = [...move.rack].sort(inOrder);
    const made = await game.make(move); // even if racks differ: later moves count
    const agrees = made && sameTiles(computed, recorded);
    rows.push({ number: move.number, seat: move.seat, recorded, computed, agrees });
    if (!agrees) faults.push(`move ${move.number}`);
  }
  if (!record.racks.every((rack, seat) => sameTiles(rack, game.racks[seat]))) faults.push("racks");
  if (record.bag.join() !== game.bag.join()) faults.push("bag");
  if (!(await game.drawLot())) faults.push("lot");
  return { hash, seed, rows, faults };
}

/** Return whether two lists hold the same tiles in any order.
 * @param {string[]} some @param {string[]} others */
function sameTiles(some, others) {
  return [...some].sort(inOrder).join() === [...others].sort(inOrder).join();
}

class Replay {
  /** @param {BagRecord} record @param {Shuffler} shuffler */
  constructor(record, shuffler) {
    this.record = record;
    this.shuffler = shuffler;
    this.shuffles = 0;
    /** @type {string[]} in the order of drawing */
    this.bag = record.tiles;
    /** @type {string[][]} */
    this.racks = Array.from({ length: record.seats }, () => []);
    /** @type {{ seat: number, rack: string[], drawn: string[] } | null} what may be taken back */
    this.last = null;
  }

  /** Draw for the start and deal the racks. False if another seat should have begun. */
  async open() {
    let first = 0;
    let agrees = true;
    if (this.record.draw) {
      const drawn = this.#drawForStart(await this.#shuffled(this.record.tiles));
      agrees = JSON.stringify(drawn) === JSON.stringify(this.record.draw);
      first = drawn.first;
    }
    this.bag = await this.#shuffled(this.record.tiles);
    for (let turn = 0; turn < this.record.seats; turn += 1) {
      const seat = (first + turn) % this.record.seats;
      this.racks[seat] = this.#draw(seat, this.record.rackSize);
    }
    return agrees;
  }

  /** Draw for the start: a blank is best, then alphabetical order; seats that tie draw again.
   * @param {string[]} bag @returns {Draw} */
  #drawForStart(bag) {
    const rank = (/** @type {string} */ face) => this.record.alphabet.indexOf(face); // blank: -1
    const tiles = [...bag];
    /** @type {[number, string][][]} */
    const rounds = [];
    let drawing = this.racks.map((_, seat) => seat);
    while (drawing.length > 1) {
      /** @type {[number, string][]} */
      const round = drawing.map((seat) => [seat, tiles.shift() || ""]);
      const best = Math.min(...round.map(([, face]) => rank(face)));
      drawing = round.filter(([, face]) => rank(face) === best).map(([seat]) => seat);
      rounds.push(round);
    }
    return { first: drawing[0], rounds };
  }

  /** Apply a move to rack and bag. Returns false if the tiles were not there.
   * @param {Move} move */
  async make({ seat, laid, exchanged, withdrawn }) {
    const rack = this.racks[seat];
    if (withdrawn) await this.#takeBack();
    if (laid) {
      const left = without(rack, laid);
      if (!left) return false;
      const drawn = this.#draw(seat, this.record.rackSize - left.length);
      this.last = { seat, rack, drawn };
      this.racks[seat] = [...left, ...drawn];
    }
    if (exchanged) {
      const left = without(rack, exchanged);
      if (!left) return false;
      this.racks[seat] = [...left, ...this.#draw(seat, exchanged.length)];
      await this.#returnExchanged(exchanged);
    }
    return true;
  }

  async #takeBack() {
    if (!this.last) return;
    const { seat, rack, drawn } = this.last;
    this.last = null;
    this.racks[seat] = rack;
    if (!this.record.separateDraws) this.bag = await this.#shuffled([...this.bag, ...drawn]);
    else if (seat === 1) this.bag.push(...drawn.reverse());
    else this.bag.unshift(...drawn);
  }

  /** Draw the lot. Returns false if the record names another winner. */
  async drawLot() {
    const { lot } = this.record;
    return !lot || (await this.shuffler.choose(lot.among, this.shuffles)) === lot.winner;
  }

  /** @param {number} seat @param {number} count */
  #draw(seat, count) {
    const isAtEnd = this.record.separateDraws && seat === 1;
    return isAtEnd ? this.bag.splice(Math.max(0, this.bag.length - count)).reverse() : this.bag.splice(0, count);
  }

  /** Put exchanged tiles back, with separate draws into the middle, where they are drawn last.
   * @param {string[]} tiles */
  async #returnExchanged(tiles) {
    if (!this.record.separateDraws) this.bag = await this.#shuffled([...this.bag, ...tiles]);
    else this.bag.splice(Math.floor(this.bag.length / 2), 0, ...await this.#shuffled(tiles));
  }

  /** @param {string[]} tiles */
  #shuffled(tiles) {
    this.shuffles += 1;
    return this.shuffler.shuffle(tiles, this.shuffles - 1);
  }
}

/** Return the tiles that are left; null if some of those taken were not there.
 * @param {string[]} tiles @param {string[]} taken */
function without(tiles, taken) {
  const left = [...tiles];
  for (const tile of taken) {
    const at = left.indexOf(tile);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}
