// All tiles of a set, on the board or not: the analysis board's table. What lies on the board is laid
// from here, so the room's hand, pen, keys and pointer do the same with it as at a table.
import { Table } from "../room/table.js";

/** @typedef {import("../room/table.js").Held} Held */
/** A tile of the set: `owner` and `safe` mean something where tiles have owners.
 * @typedef {Held & { owner?: number, safe?: boolean }} Owned */
/** A tile on the board as it is told: square, face, whether it is a blank, owner, whether safe.
 * @typedef {[square: number, face: string, blank: boolean, owner: number, safe: boolean]} Told */

export class Stock extends Table {
  owner = 0; // of the tiles that are laid next
  safe = false;

  /** @param {number} cols @param {string[]} names of all squares
   * @param {[face: string, value: number, count: number][]} pool */
  constructor(cols, names, pool) {
    super(cols, names, pool.reduce((sum, [, , count]) => sum + count, 0));
    const tiles = pool.flatMap(([face, value, count]) =>
      Array.from({ length: count }, () => ({ face, value, blank: face === "?" })));
    this.take(tiles, new Map());
  }

  /** @param {Owned} tile @param {number} square @param {string} [as] */
  lay(tile, square, as = tile.as) {
    if (tile.at < 0) [tile.owner, tile.safe] = [this.owner, this.safe];
    super.lay(tile, square, as);
  }

  /** Lay these tiles and no others.
   * @param {Told[]} tiles */
  put(tiles) {
    this.laid.forEach((tile) => this.recall(tile));
    this.chosen = 0;
    for (const [square, face, blank, owner, safe] of tiles) {
      const tile = /** @type {Owned | undefined} */ (this.spare(blank ? "?" : face));
      if (!tile) continue;
      this.lay(tile, square, blank ? face : "");
      [tile.owner, tile.safe] = [owner, safe];
    }
  }

  /** What lies there; a blank only once it stands for something.
   * @returns {Told[]} */
  tell() {
    return this.laid.filter((tile) => !tile.blank || tile.as).map((/** @type {Owned} */ tile) =>
      [tile.at, tile.as || tile.face, tile.blank, tile.owner || 0, !!tile.safe]);
  }

  /** A tile with this face that lies nowhere.
   * @param {string} face */
  spare(face) { return this.held.find((tile) => tile.at < 0 && tile.face === face); }

  /** How many of them there are.
   * @param {string} face */
  left(face) { return this.held.filter((tile) => tile.at < 0 && tile.face === face).length; }

  /** The points of a seat's tiles.
   * @param {number} seat */
  points(seat) {
    return this.laid.reduce((sum, /** @type {Owned} */ tile) => sum + (tile.owner === seat ? tile.value : 0), 0);
  }
}
