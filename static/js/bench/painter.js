// The analysis board to page: what lies there, and which tiles are left.
import { all, maybe, text } from "../room/page.js";
import { Painter } from "../room/painter.js";
import { Squares } from "../room/squares.js";
import { tileName } from "../room/tiles.js";

/** @typedef {import("./stock.js").Stock} Stock */
/** @typedef {import("./stock.js").Owned} Owned */

export class BenchPainter extends Painter {
  /** @param {HTMLElement} desk @param {Stock} stock */
  constructor(desk, stock) {
    super(desk, stock);
    this.stock = stock;
    this.owned = document.body.matches(".owned");
    this.squares = new BenchSquares(desk, stock, this.owned);
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
    const left = this.stock.left(face);
    button.dataset.id = String(this.stock.spare(face)?.id ?? 0);
    button.setAttribute("aria-disabled", String(!left));
    button.ariaLabel = text("left", { face: face === "?" ? text("blank") : face, n: left });
    const count = maybe("small", button);
    if (count) count.textContent = String(left);
  }
}

class BenchSquares extends Squares {
  /** @param {HTMLElement} desk @param {Stock} stock @param {boolean} owned */
  constructor(desk, stock, owned) {
    super(desk, stock);
    this.stock = stock;
    this.owned = owned;
  }

  /** @param {number} square */
  name(square) {
    const tile = /** @type {Owned | undefined} */ (this.stock.on(square));
    if (!tile) return super.name(square);
    const said = [this.table.names[square], tileName(tile)];
    if (this.owned) said.push(text("owner", { n: (tile.owner || 0) + 1 }), tile.safe ? text("safe") : "");
    return said.filter(Boolean).join(", ");
  }
}
