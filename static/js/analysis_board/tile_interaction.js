// Pointer and keyboard on the analysis board, where they differ from a game.
import { announce } from "../room/announcer.js";
import { endOfTap, TileInteraction } from "../room/tile_interaction.js";
import { text } from "../room/page.js";

/** @typedef {import("../room/table.js").Held} Held */
/** @typedef {import("./tile_set.js").Owned} Owned */

export class BoardInteraction extends TileInteraction {
  /** Called when tiles were laid or taken off; set by analysis_board.js. */
  moved = () => {};

  /** @param {import("../room/letters.js").Letters} letters @param {import("./tile_set.js").TileSet} tileSet
   * @param {import("./painter.js").AnalysisBoardPainter} painter */
  constructor(letters, tileSet, painter) {
    super(letters, tileSet, painter, /** @type {any} */ (null), /** @type {any} */ (null));
    this.tileSet = tileSet;
  }

  isOn() { return true; }

  get game() { return ""; }

  save() { /* the address has the position */ }

  settle() {
    this.painter.paint();
    this.moved();
  }

  /** Escape only deselects a tile here: emptying the board has a button. */
  recallAll() {
    this.table.chosen = 0;
    this.painter.paint();
  }

  /** Lay an unused tile at the cursor, or choose one on the board.
   * @param {Held} tile */
  tapTile(tile) {
    if (tile.at < 0) return this.#put(tile);
    this.table.cursor = tile.at;
    return super.tapTile(tile);
  }

  /** Take off the chosen tile, or else the one at the cursor or before it. */
  erase() {
    const { table } = this;
    const before = table.next(table.cursor, -1);
    const tile = table.find(table.chosen) ?? table.on(table.cursor) ?? (before >= 0 ? table.on(before) : undefined);
    if (!tile) return;
    table.cursor = tile.at;
    announce(text("back", { face: tile.as || tile.face }));
    this.recall(tile);
  }

  /** Give the chosen tile to the selected owner, safe or not. */
  own() {
    const tile = /** @type {Owned | undefined} */ (this.table.find(this.table.chosen));
    if (!tile || tile.at < 0) return;
    [tile.owner, tile.safe] = [this.tileSet.owner, this.tileSet.safe];
    this.settle();
  }

  /** @param {Held} tile */
  async #put(tile) {
    const { table } = this;
    const square = table.nextFree();
    if (square < 0) return;
    if (tile.blank && !this.touch) await endOfTap(); // lay() waits for a finger
    await this.lay(tile, square);
    if (tile.at !== square) return;
    const next = table.next(square, 1);
    table.cursor = next < 0 ? square : next;
    this.painter.paint();
  }
}
