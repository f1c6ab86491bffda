// Draws the tentative tiles of teammates: on the board with initials and a colour for each member,
// and as a button that adopts them.
import { lettersOf, placeOf } from "./drafts.js";
import { find, one, text } from "./page.js";
import { placeName } from "./places.js";

/** @typedef {import("./painter.js").Painter} Painter */
/** `place`: the member's place in the team, from 0.
 * @typedef {import("./drafts.js").Draft & { name: string, place: number }} TeammateTiles */

/** @param {Painter} painter @param {TeammateTiles[]} teammateTiles */
export function paintTeammateTiles(painter, teammateTiles) {
  const { table, squares } = painter;
  one("#teammate-tiles").replaceChildren(...teammateTiles.flatMap((draft) => tilesOf(table, draft)));
  paintChips(painter, teammateTiles);
  squares.teammateTiles = new Map(teammateTiles.flatMap(({ name, laid }) => laid.map(([square, face, as]) =>
    [square, text("teammateTile", { name, face: as || (face === "?" ? text("blank") : face) })])));
  squares.paint(true);
}

/** Return the tiles that no tile of the viewer hides; the first one carries the initials.
 * @param {import("./table.js").Table} table @param {TeammateTiles} draft */
function tilesOf(table, { laid, name, place }) {
  const seen = laid.filter(([square]) => !table.on(square));
  return seen.map(([square, face, as], i) => {
    const shown = as || (face === "?" ? "" : face);
    const wide = ["", "", "w"][[...shown].length] ?? "x";
    const at = `r${table.row(square)} c${table.col(square)}`;
    const tile = element("b", shown, `tile teammate-tile m${place} ${at} ${wide} ${face === "?" ? "k" : ""}`);
    if (!i) tile.append(element("s", initials(name)));
    return tile;
  });
}

/** Draw a button for each member. Elements are reused, so that a button keeps the focus.
 * @param {Painter} painter @param {TeammateTiles[]} teammateTiles */
function paintChips({ table }, teammateTiles) {
  const strip = one("#team-drafts");
  const by = (/** @type {TeammateTiles} */ draft) => find(`[data-use-draft="${draft.by}"]`, strip);
  for (const chip of [...strip.children]) {
    if (!teammateTiles.some((draft) => by(draft) === chip)) chip.remove();
  }
  for (const draft of teammateTiles) {
    const chip = by(draft) || strip.appendChild(element("button", "", ""));
    const letters = lettersOf(draft.laid);
    chip.className = `team-draft m${draft.place}`;
    chip.dataset.useDraft = String(draft.by);
    chip.ariaLabel = text("useAll", { name: draft.name, tiles: letters.join(", ") });
    chip.title = chip.ariaLabel;
    chip.replaceChildren(
      element("i", initials(draft.name)),
      element("b", letters.join("")),
      element("small", placeLine(table, draft.laid)),
      element("span", text("use")),
    );
  }
}

/** @param {import("./table.js").Table} table @param {import("./drafts.js").Laid[]} laid */
function placeLine(table, laid) {
  const position = placeOf(table, laid);
  return position && placeName(position);
}

/** @param {string} name */
function initials(name) { return [...name].slice(0, 2).join("").toUpperCase(); }

/** @param {string} tag @param {string} words @param {string} [classes] */
function element(tag, words, classes = "") {
  return Object.assign(document.createElement(tag), { textContent: words, className: classes });
}
