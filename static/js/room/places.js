// Where a play starts and how it runs, as people say it: "H8 across". notation.js writes "8H".
import { text } from "./page.js";

/** Describe a position in game notation for people.
 * @param {string} position "8H" or "H8" */
export function placeName(position) {
  const [, row, column] = /^(\d+)(\D+)$/.exec(position) ?? [];
  return row ? text("placeAcross", { square: column + row }) : text("placeDown", { square: position });
}

/** Put a square as the place before what is written so far: across first, and down if it was
 * written across already. The word stays.
 * @param {string} written @param {number} col @param {number} row from 0 */
export function placeAt(written, col, row) {
  const [column, line] = [String.fromCharCode(65 + col), String(row + 1)];
  const [place, word] = splitPlace(written.trim());
  const across = placeName(line + column);
  return `${place === across.toUpperCase() ? placeName(column + line) : across} ${word === "-" ? "" : word}`;
}

/** Return the place at the start of what is written, in capitals, and what follows it.
 * @param {string} written @returns {[string, string]} */
function splitPlace(written) {
  const [, row = "", column = "", other = ""] = /^(?:(\d+)(\D)|(\D\d+))(?=\s|$)/.exec(written.toUpperCase()) ?? [];
  const square = column ? column + row : other;
  if (!square) return ["", written];
  for (const place of [text("placeAcross", { square }), text("placeDown", { square })]) {
    if (written.toUpperCase().startsWith(place.toUpperCase())) return [place.toUpperCase(), written.slice(place.length).trim()];
  }
  const place = row + column || other;
  return [placeName(place).toUpperCase(), written.slice(place.length).trim()];
}
