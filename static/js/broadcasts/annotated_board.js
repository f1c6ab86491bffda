// The board of a game that a scorekeeper writes down: squares under tiles show no premium.
import { all } from "../room/page.js";

const PLACE = /\br(\d+) c(\d+)\b/;

/** Mark the squares that tiles lie on. */
export function markOccupied() {
  const rows = all(".grid > div");
  for (const square of all(".grid .occupied")) square.classList.remove("occupied");
  for (const tile of all("#_tiles > b")) {
    const [, row, col] = PLACE.exec(tile.className) || [];
    rows[Number(row)]?.children[Number(col)]?.classList.add("occupied");
  }
}

document.addEventListener("partsplaced", markOccupied);
markOccupied();
