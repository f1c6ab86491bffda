// The squares of the board: their labels for screen readers, and the cursor above them.
import { all, one, text } from "./page.js";
import { tileName } from "./tiles.js";

/** @typedef {import("./table.js").Table} Table */

export class Squares {
  /** @type {string[]} player names by seat, where tiles have owners */
  owners = [];
  /** @type {Map<number, string>} tiles that teammates lay there */
  teammateTiles = new Map();
  /** @type {Map<number, string>} tiles that a hint suggests there */
  suggested = new Map();
  /** @type {Map<number, import("./table.js").BoardTile> | null} the tiles of the past position shown */
  past = null;
  /** @type {HTMLElement | null} takes the focus in their place while an input method needs a
   * field */
  field = null;

  /** @param {HTMLElement} room @param {Table} table */
  constructor(room, table) {
    this.room = room;
    this.table = table;
    this.cells = all("[role=gridcell]", room);
    this.start = Math.max(0, this.cells.findIndex((cell) => cell.tabIndex === 0)); // where a game begins
    this.plain = this.cells.map((cell) => cell.ariaLabel || "");
  }

  /** @param {boolean} seated whether the viewer could lay a tile */
  paint(seated) {
    const { table } = this;
    one("[role=grid]").dataset.direction = table.direction;
    this.cells.forEach((cell, square) => {
      const label = this.name(square);
      if (cell.ariaLabel !== label) cell.ariaLabel = label;
      const full = this.past ? this.past.has(square) : !table.free(square);
      if (cell.classList.contains("occupied") !== full) cell.classList.toggle("occupied", full);
      cell.tabIndex = square === table.cursor ? 0 : -1;
    });
    // A frame above the tiles; its arrow is hidden where no further tile fits.
    const direction = seated && !this.past && table.nextFree() >= 0 ? table.direction : "";
    one("#cursor").className = `r${table.row(table.cursor)} c${table.col(table.cursor)} ${direction}`;
  }

  /** @param {number} square */
  focus(square) {
    if (this.field) this.field.ariaLabel = this.cells[square].ariaLabel;
    (this.field ?? this.cells[square]).focus({ preventScroll: true });
  }

  /** Return the label of a square.
   * @param {number} square */
  name(square) {
    const lying = (this.past ?? this.table.filled).get(square);
    const laid = this.past ? undefined : this.table.on(square);
    const shownTile = (!this.past && (this.suggested.get(square) || this.teammateTiles.get(square))) || "";
    if (!lying && !laid) return [this.plain[square], shownTile].filter(Boolean).join(", ");
    const parts = [this.table.names[square]];
    if (laid) parts.push(tileName(laid), text("laid"));
    else if (lying) {
      parts.push(lying.blank ? `${lying.face}, ${text("blank")}` : tileName(lying));
      parts.push(this.owners[lying.owner] || "", lying.safe ? text("safe") : "");
    }
    return parts.filter(Boolean).join(", ");
  }
}
