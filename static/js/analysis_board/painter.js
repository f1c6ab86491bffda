// Draws the analysis board: the tiles on it and the tiles that are left.
import { all, find, text } from "../room/page.js";
import { Painter } from "../room/painter.js";
import { Squares } from "../room/squares.js";
import { tileName } from "../room/tiles.js";

/** @typedef {import("./tile_set.js").TileSet} TileSet */
/** @typedef {import("./tile_set.js").Owned} Owned */

export class AnalysisBoardPainter extends Painter {
  /** @param {HTMLElement} root @param {TileSet} tileSet */
  constructor(root, tileSet) {
    super(root, tileSet);
    this.tileSet = tileSet;
    this.owned = document.body.matches(".owned");
    this.squares = new AnalysisBoardSquares(root, tileSet, this.owned);
    this.buttons = all(".palette [data-face]", root);
  }

  paint() {
    this.paintLaid();
    this.squares.paint(true);
    this.paintPending();
    for (const button of this.buttons) this.#paintCount(button, button.dataset.face || "");
    const label = find("[data-tool=turn] span");
    if (label) label.textContent = text(this.table.direction);
  }

  /** @param {Owned} tile */
  tileClasses(tile) {
    return [this.marks(tile), this.owned && `o${tile.owner}`, this.owned && tile.safe && "s"].filter(Boolean).join(" ");
  }

  /** @param {HTMLElement} button @param {string} face */
  #paintCount(button, face) {
    const left = this.tileSet.left(face);
    button.dataset.id = String(this.tileSet.findUnused(face)?.id ?? 0);
    button.setAttribute("aria-disabled", String(!left));
    button.ariaLabel = text("left", { face: face === "?" ? text("blank") : face, n: left });
    const count = find("small", button);
    if (count) count.textContent = String(left);
  }
}

class AnalysisBoardSquares extends Squares {
  /** @param {HTMLElement} root @param {TileSet} tileSet @param {boolean} owned */
  constructor(root, tileSet, owned) {
    super(root, tileSet);
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
