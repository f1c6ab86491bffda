// All tiles of a set, on the board or not. It takes the place of a player's rack, so that the
// room's typing, drawing, keyboard and pointer modules work unchanged on the analysis board.
import { Table } from "../room/table.js";

/** @typedef {import("../room/table.js").Held} Held */
/** A tile of the set. `owner` and `safe` count only in games whose tiles have owners.
 * @typedef {Held & { owner?: number, safe?: boolean }} Owned */
/** A tile on the board in the server's format: square, face, whether it is a blank, owner, whether
 * it is safe.
 * @typedef {[square: number, face: string, blank: boolean, owner: number, safe: boolean]} TileEntry */

export class TileSet extends Table {
  owner = 0; // of the next tiles laid
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

  /** Lay these tiles and remove all others.
   * @param {TileEntry[]} tiles */
  put(tiles) {
    this.laid.forEach((tile) => this.recall(tile));
    this.chosen = 0;
    for (const [square, face, blank, owner, safe] of tiles) {
      const tile = /** @type {Owned | undefined} */ (this.findUnused(blank ? "?" : face));
      if (!tile) continue;
      this.lay(tile, square, blank ? face : "");
      [tile.owner, tile.safe] = [owner, safe];
    }
  }

  /** Return the tiles on the board, without blanks that have no letter yet.
   * @returns {TileEntry[]} */
  list() {
    return this.laid.filter((tile) => !tile.blank || tile.as).map((/** @type {Owned} */ tile) =>
      [tile.at, tile.as || tile.face, tile.blank, tile.owner || 0, !!tile.safe]);
  }

  /** Return an unused tile with this face.
   * @param {string} face */
  findUnused(face) { return this.held.find((tile) => tile.at < 0 && tile.face === face); }

  /** Count the unused tiles with this face.
   * @param {string} face */
  left(face) { return this.held.filter((tile) => tile.at < 0 && tile.face === face).length; }

  /** Return the points of all tiles that a seat owns.
   * @param {number} seat */
  points(seat) {
    return this.laid.reduce((sum, /** @type {Owned} */ tile) => sum + (tile.owner === seat ? tile.value : 0), 0);
  }
}
