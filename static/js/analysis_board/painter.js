// Draws the analysis board: the tiles on it and the tiles that are left.
import { all, maybe, text } from "../room/page.js";
import { Painter } from "../room/painter.js";
import { Squares } from "../room/squares.js";
import { tileName } from "../room/tiles.js";

/** @typedef {import("./tile_set.js").TileSet} TileSet */
/** @typedef {import("./tile_set.js").Owned} Owned */

export class AnalysisBoardPainter extends Painter {
  /** @param {HTMLElement} desk @param {TileSet} tileSet */
  constructor(desk, tileSet) {
    super(desk, tileSet);
    this.tileSet = tileSet;
    this.owned = document.body.matches(".owned");
    this.squares = new AnalysisBoardSquares(desk, tileSet, this.owned);
    this.buttons = all(".palette [data-face]", desk);
  }

  paint() {
    this.paintLaid();
    this.squares.paint(true);
    this.paintMeant();
    for (const button of this.buttons) this.#paintStock(button, button.dataset.face || "");
    const way = maybe("[data-bench=turn] span");
    if (way) way.textContent = text(this.table.way);
  }

  /** @param {Owned} tile */
  look(tile) {
    return [this.marks(tile), this.owned && `o${tile.owner}`, this.owned && tile.safe && "s"].filter(Boolean).join(" ");
  }

  /** @param {HTMLElement} button @param {string} face */
  #paintStock(button, face) {
    const left = this.tileSet.left(face);
    button.dataset.id = String(this.tileSet.spare(face)?.id ?? 0);
    button.setAttribute("aria-disabled", String(!left));
    button.ariaLabel = text("left", { face: face === "?" ? text("blank") : face, n: left });
    const count = maybe("small", button);
    if (count) count.textContent = String(left);
  }
}

class AnalysisBoardSquares extends Squares {
  /** @param {HTMLElement} desk @param {TileSet} tileSet @param {boolean} owned */
  constructor(desk, tileSet, owned) {
    super(desk, tileSet);
    this.tileSet = tileSet;
    this.owned = owned;
  }

  /** @param {number} square */
  name(square) {
    const tile = /** @type {Owned | undefined} */ (this.tileSet.on(square));
    if (!tile) return super.name(square);
    const parts = [this.table.names[square], tileName(tile)];
    if (this.owned) parts.push(text("owner", { n: (tile.owner || 0) + 1 }), tile.safe ? text("safe") : "");
    return parts.filter(Boolean).join(", ");
  }
}
