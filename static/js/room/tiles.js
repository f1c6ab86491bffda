// One tile: its face on an element, and its name.
import { text } from "./page.js";

/** @param {{ face: string, value: number, blank: boolean, as?: string }} tile */
export function tileName(tile) {
  if (tile.blank) return tile.as ? `${tile.as}, ${text("blank")}` : text("blank");
  return `${tile.face}, ${text("points", { n: tile.value })}`;
}

/** Put a tile's face on an element.
 * @param {HTMLElement} element @param {import("./table.js").Held} tile @param {string} more classes */
export function face(element, tile, more = "") {
  const shown = tile.as || (tile.blank ? "" : tile.face);
  const wide = ["", "", "w"][[...shown].length] ?? "x";
  element.className = ["tile", wide, tile.blank ? "k" : "", more].filter(Boolean).join(" ");
  element.dataset.id = String(tile.id);
  element.textContent = shown;
  const owned = document.body.matches(".owned");
  if (!tile.blank || owned) element.appendChild(document.createElement("i")).textContent = String(tile.value);
}
