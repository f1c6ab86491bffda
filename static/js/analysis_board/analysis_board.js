// The analysis board: a position that can be changed freely. The page's address holds it, so that
// it can be bookmarked and shared.
import { listenToFailedRequests } from "../site/failed_requests.js";
import { showReason } from "../site/toast.js";
import { announce } from "../room/announcer.js";
import { Drag } from "../room/drag.js";
import { ImeInput } from "../room/ime_input.js";
import { BoardKeys } from "../room/board_keys.js";
import { Letters } from "../room/letters.js";
import { all, find, one, text } from "../room/page.js";
import { Typing } from "../room/typing.js";
import { Form } from "./position_form.js";
import { BoardInteraction } from "./tile_interaction.js";
import { AnalysisBoardPainter } from "./painter.js";
import { Plays } from "./plays.js";
import { TileSet } from "./tile_set.js";
import { Undo } from "./undo.js";

/** @typedef {import("./position_form.js").Setup} Setup */

const root = one(".analysis-board");
/** @type {Setup & { pool: [string, number, number][], marks: import("./notation.js").Marks }} */
const { pool, marks, ...first } = JSON.parse(one("#setup").textContent || "");
const language = root.dataset.lang || "en";
const names = all("[role=gridcell]").map((cell) => cell.dataset.name || "");
const faces = (root.dataset.faces || "").split(" ");
const tileSet = new TileSet(Number(root.dataset.cols), names, pool);
const painter = new AnalysisBoardPainter(root, tileSet);
const letters = new Letters(language, faces, JSON.parse(root.dataset.folding || "null") ?? undefined);
const interaction = new BoardInteraction(letters, tileSet, painter);
const typing = new Typing(tileSet, painter, interaction, (root.dataset.whole || "").split(" "));
const imeInput = new ImeInput(painter.squares, faces, (typed) => typing.write(typed), (composing) => painter.showComposing(composing));
const keys = new BoardKeys(root, tileSet, painter, interaction, typing);
const form = new Form(tileSet, pool, marks, language);
const plays = new Plays(tileSet, (after) => make(after));
/** @type {Undo<Setup>} */
let undo;

/** Record a change: in the list of undo steps, in the address and on the page. */
function keep() {
  const address = form.write();
  if (!undo.take(form.read())) return;
  history.replaceState(null, "", address);
  plays.clear();
  showTools();
}

/** Show another position.
 * @param {Setup} setup */
function show(setup) {
  typing.stop();
  form.show(setup);
  painter.paint();
}

/** Make a play. The server has computed the position after it, with stolen and safe tiles.
 * @param {Setup} after */
function make(after) {
  const changed = new Map(after.tiles.map((tile) => [tile[0], tile]));
  const others = tileSet.list().filter(([square]) => !changed.has(square));
  show({ ...after, tiles: [...others, ...changed.values()] });
  keep();
  form.rack.focus();
  announce(text("made", { n: after.seat + 1 }));
}

function goBack() {
  const before = undo.back();
  if (!before) return;
  show(before);
  history.replaceState(null, "", form.write());
  plays.clear();
  showTools();
  announce(text("undone"));
}

function showTools() {
  /** @type {HTMLButtonElement} */ (one("[data-tool=undo]")).disabled = !undo.isOpen;
  one("[data-copy]").dataset.copy = location.href;
}

/** @type {Record<string, () => void>} */
const TOOLS = {
  undo: goBack,
  erase: () => interaction.erase(),
  clear: () => { show({ ...form.read(), tiles: [] }); interaction.settle(); announce(text("cleared")); },
  turn: () => { tileSet.turn(); painter.paint(); announce(text(tileSet.direction)); },
};

function listen() {
  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (button?.dataset.tool) TOOLS[button.dataset.tool]();
    const tile = !event.detail && button?.closest(".palette") ? tileSet.find(Number(button.dataset.id)) : undefined;
    if (tile) interaction.tapTile(tile);
  });
  form.form.addEventListener("change", ({ target }) => {
    if (target === form.rack) form.readRack();
    keep();
  });
  form.rack.addEventListener("input", () => form.write());
  form.form.addEventListener("submit", () => { form.readRack(); keep(); }, { capture: true });
  document.addEventListener("keydown", (event) => {
    const busy = /** @type {HTMLElement} */ (event.target).closest("input:not(#ime-input), select, textarea, dialog[open]");
    if (busy || event.defaultPrevented || imeInput.awaits(event)) return;
    if (keys.press(event)) event.preventDefault();
  });
  find(".owner-choice")?.addEventListener("change", ({ target }) => {
    const field = /** @type {HTMLInputElement} */ (target);
    if (field.name === "safe") tileSet.safe = field.checked;
    else tileSet.owner = Number(field.value);
    interaction.own();
  });
}

interaction.play = () => form.form.requestSubmit();
interaction.moved = () => {
  if (JSON.stringify(tileSet.list()) !== JSON.stringify(JSON.parse(undo.now).tiles)) form.forget();
  keep();
};
tileSet.cursor = painter.squares.start;
one("#_tiles").replaceChildren();
show(first);
form.write();
undo = new Undo(form.read());
painter.paint();
showTools();
new Drag(root, tileSet, interaction).listen();
keys.listen();
imeInput.listen();
plays.listen();
listenToFailedRequests(showReason);
listen();
