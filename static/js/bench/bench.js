// The analysis board: a position that is changed freely, kept in the page's address.
import { announce } from "../room/announcer.js";
import { Drag } from "../room/drag.js";
import { Ear } from "../room/ear.js";
import { BoardKeys } from "../room/keys.js";
import { Letters } from "../room/letters.js";
import { all, maybe, one, text } from "../room/page.js";
import { Pen } from "../room/pen.js";
import { Form } from "./form.js";
import { BenchHand } from "./hand.js";
import { BenchPainter } from "./painter.js";
import { Plays } from "./plays.js";
import { Stock } from "./stock.js";
import { Undo } from "./undo.js";

/** @typedef {import("./form.js").Setup} Setup */

const desk = one(".bench");
/** @type {Setup & { pool: [string, number, number][], marks: import("./written.js").Marks }} */
const { pool, marks, ...first } = JSON.parse(one("#setup").textContent || "");
const language = desk.dataset.lang || "en";
const names = all("[role=gridcell]").map((cell) => cell.dataset.name || "");
const faces = (desk.dataset.faces || "").split(" ");
const stock = new Stock(Number(desk.dataset.n), names, pool);
const painter = new BenchPainter(desk, stock);
const letters = new Letters(language, faces, JSON.parse(desk.dataset.folding || "null") ?? undefined);
const hand = new BenchHand(letters, stock, painter);
const pen = new Pen(stock, painter, hand, (desk.dataset.whole || "").split(" "));
const ear = new Ear(painter.squares, faces, (typed) => pen.write(typed), (composing) => painter.hear(composing));
const keys = new BoardKeys(desk, stock, painter, hand, pen);
const form = new Form(stock, pool, marks, language);
const plays = new Plays(stock, (after) => make(after));
/** @type {Undo<Setup>} */
let undo;

/** Something was changed. */
function keep() {
  const address = form.write();
  if (!undo.take(form.tell())) return;
  history.replaceState(null, "", address);
  plays.clear();
  showTools();
}

/** Another position altogether.
 * @param {Setup} setup */
function show(setup) {
  pen.stop();
  form.show(setup);
  painter.paint();
}

/** The play is made: what it laid, stole and made safe comes with the position after it.
 * @param {Setup} after */
function make(after) {
  const changed = new Map(after.tiles.map((tile) => [tile[0], tile]));
  const others = stock.tell().filter(([square]) => !changed.has(square));
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
  /** @type {HTMLButtonElement} */ (one("[data-bench=undo]")).disabled = !undo.isOpen;
  one("[data-copy]").dataset.copy = location.href;
}

/** @type {Record<string, () => void>} */
const DEEDS = {
  undo: goBack,
  erase: () => hand.erase(),
  clear: () => { show({ ...form.tell(), tiles: [] }); hand.settle(); announce(text("cleared")); },
  turn: () => { stock.turn(); painter.paint(); announce(text(stock.way)); },
};

function listen() {
  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (button?.dataset.bench) DEEDS[button.dataset.bench]();
    const tile = !event.detail && button?.closest(".palette") ? stock.find(Number(button.dataset.id)) : undefined;
    if (tile) hand.tapTile(tile);
  });
  form.form.addEventListener("change", ({ target }) => {
    if (target === form.rack) form.readRack();
    keep();
  });
  form.rack.addEventListener("input", () => form.write());
  form.form.addEventListener("submit", () => { form.readRack(); keep(); }, { capture: true });
  document.addEventListener("keydown", (event) => {
    const busy = /** @type {HTMLElement} */ (event.target).closest("input:not(#ear), select, textarea, dialog[open]");
    if (busy || event.defaultPrevented || ear.awaits(event)) return;
    if (keys.press(event)) event.preventDefault();
  });
  maybe(".whose")?.addEventListener("change", ({ target }) => {
    const field = /** @type {HTMLInputElement} */ (target);
    if (field.name === "safe") stock.safe = field.checked;
    else stock.owner = Number(field.value);
    hand.own();
  });
}

hand.play = () => form.form.requestSubmit();
hand.moved = () => {
  if (JSON.stringify(stock.tell()) !== JSON.stringify(JSON.parse(undo.now).tiles)) form.forget();
  keep();
};
stock.cursor = painter.squares.start;
one("#_tiles").replaceChildren();
show(first);
form.write();
undo = new Undo(form.tell());
painter.paint();
showTools();
new Drag(desk, stock, hand).listen();
keys.listen();
ear.listen();
plays.listen();
listen();
