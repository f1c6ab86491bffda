// What the others of a team lay, drawn: their tiles on the board with initials and a colour of each,
// and beside the count of tiles a button to take them over.
import { lettersOf, placeOf } from "./drafts.js";
import { maybe, one, text } from "./page.js";

/** @typedef {import("./painter.js").Painter} Painter */
/** `place`: of the member in the team, from 0.
 * @typedef {import("./drafts.js").Draft & { place: number }} Ghost */

/** @param {Painter} painter @param {Ghost[]} ghosts */
export function paintGhosts(painter, ghosts) {
  const { table, squares } = painter;
  one("#ghosts").replaceChildren(...ghosts.flatMap((ghost) => tilesOf(table, ghost)));
  paintChips(painter, ghosts);
  squares.ghosts = new Map(ghosts.flatMap(({ name, laid }) => laid.map(([square, face, as]) =>
    [square, text("ghost", { name, face: as || (face === "?" ? text("blank") : face) })])));
  squares.paint(true);
}

/** Those that no tile of one's own hides; the first bears the initials.
 * @param {import("./table.js").Table} table @param {Ghost} ghost */
function tilesOf(table, { laid, name, place }) {
  const seen = laid.filter(([square]) => !table.on(square));
  return seen.map(([square, face, as], i) => {
    const shown = as || (face === "?" ? "" : face);
    const wide = ["", "", "w"][[...shown].length] ?? "x";
    const at = `r${table.row(square)} c${table.col(square)}`;
    const tile = element("b", shown, `tile ghost m${place} ${at} ${wide} ${face === "?" ? "k" : ""}`);
    if (!i) tile.append(element("s", initials(name)));
    return tile;
  });
}

/** One button a member, always the same element, so that it keeps the focus.
 * @param {Painter} painter @param {Ghost[]} ghosts */
function paintChips({ table }, ghosts) {
  const strip = one("#mates");
  const by = (/** @type {Ghost} */ ghost) => maybe(`[data-adopt="${ghost.by}"]`, strip);
  for (const chip of [...strip.children]) {
    if (!ghosts.some((ghost) => by(ghost) === chip)) chip.remove();
  }
  for (const ghost of ghosts) {
    const chip = by(ghost) || strip.appendChild(element("button", "", ""));
    const letters = lettersOf(ghost.laid);
    chip.className = `mate m${ghost.place}`;
    chip.dataset.adopt = String(ghost.by);
    chip.ariaLabel = text("takeall", { name: ghost.name, tiles: letters.join(", ") });
    chip.title = chip.ariaLabel;
    chip.replaceChildren(
      element("i", initials(ghost.name)),
      element("b", letters.join("")),
      element("small", placeOf(table, ghost.laid)),
      element("span", text("take")),
    );
  }
}

/** @param {string} name */
function initials(name) { return [...name].slice(0, 2).join("").toUpperCase(); }

/** @param {string} tag @param {string} words @param {string} [classes] */
function element(tag, words, classes = "") {
  return Object.assign(document.createElement(tag), { textContent: words, className: classes });
}
