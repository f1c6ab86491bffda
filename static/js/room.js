// The playing page: takes bundles in, knows the player's verbs, and ties the other modules
// together. table.js holds, draw.js paints, drag.js and keys.js move, talk.js speaks with the
// server.
import { Painter, all, announce, countScores, message, one, readBoard, text } from "./draw.js";
import { give } from "./bag/give.js";
import { listenPointers } from "./drag.js";
import { listenKeys } from "./keys.js";
import { Table } from "./table.js";
import * as talk from "./talk.js";

/** @typedef {import("./table.js").Held} Held */

const room = one(".room");
const names = all("[role=gridcell]").map((cell) => cell.dataset.name || "");
const table = new Table(Number(room.dataset.n), names, Number(room.dataset.size));
const painter = new Painter(room, table);
const title = document.title.split(" · ").at(-1) || "";
table.cursor = Math.max(0, painter.cells.findIndex((cell) => cell.tabIndex === 0));
const stamp = () => one("#_stamp").dataset;

// --- bundles -----------------------------------------------------------------------------------

/** Take parts in. Those of a bundle older than what is shown are dropped.
 * @param {string} html */
function receive(html) {
  const box = document.createElement("template");
  box.innerHTML = html;
  const offered = /** @type {HTMLElement | null} */ (box.content.querySelector("#_stamp"));
  const stale = offered && Number(offered.dataset.stamp) < Number(stamp().stamp);
  const fresh = offered && Number(offered.dataset.stamp) > Number(stamp().stamp);
  if (fresh) message("");
  if (fresh && offered?.dataset.turn !== stamp().turn) {
    one("#_hint").textContent = "";
    talk.dropQuestions();
  }
  for (const part of [...box.content.children]) {
    const shown = document.getElementById(part.id);
    const alone = part.id === "_message" || part.id === "_watching";
    if (!shown || (stale && !alone) || shown.isEqualNode(part)) continue;
    const focused = shown.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement).dataset.move;
    shown.replaceWith(part);
    if (focused) one(`[data-move="${focused}"]`)?.focus();
    if (part.id === "_message") announce(part.textContent || "");
  }
  if (offered && !stale) sync(!!fresh);
}

/** Make everything that is not itself a part agree with the parts.
 * @param {boolean} fresh */
function sync(fresh) {
  const { game, seat, phase = "", can = "", mine } = stamp();
  room.dataset.phase = phase;
  painter.can = new Set(can.split(" "));
  table.open(`${game}:${seat}`);
  const rack = all("#_rack li").map((item) => {
    const face = item.textContent || "";
    return { face, value: Number(item.getAttribute("value") || 0), blank: face === "?" };
  });
  if (table.take(rack, readBoard(table.cols))) message(text("returned"), "info");
  table.value(rack);
  document.title = (mine !== undefined ? `${text("yourturn")} · ` : "") + title;
  for (const link of all(".link input[readonly]")) {
    const shown = /** @type {HTMLInputElement} */ (link);
    shown.value = new URL(shown.value, location.href).href;
  }
  const newcomer = document.getElementById("newcomer");
  if (newcomer) newcomer.hidden = !painter.can.has("sit");
  countScores();
  showVerdict(fresh);
  if (fresh) announce(one("#_say").textContent || "");
  changed();
  give(room.dataset.contribute || "", receive);
}

/** A verdict stays until it is closed or the next turn is taken.
 * @param {boolean} fresh */
function showVerdict(fresh) {
  const card = /** @type {HTMLElement | null} */ (document.querySelector("#_verdict > *"));
  if (!card) return;
  card.hidden = sessionStorage.getItem("verdict") === verdictName(card);
  if (fresh && !card.hidden) announce((card.textContent || "").replace(/\s+/g, " "));
}

/** @param {HTMLElement} card */
function verdictName(card) { return `${stamp().game}:${card.dataset.turn}`; }

/** @param {HTMLElement} card */
function dismiss(card) {
  sessionStorage.setItem("verdict", verdictName(card));
  card.hidden = true;
}

// --- the player's verbs ------------------------------------------------------------------------

/** Something on the player's side has changed: paint, keep, and ask what it would score. */
function changed() {
  table.save();
  const written = table.write();
  painter.score = null;
  if (!written) showPreview("");
  else if ("problem" in written) showPreview(text(written.problem));
  painter.paint();
  talk.dropPreview();
  if (!written || "problem" in written || table.laid.some((tile) => tile.blank && !tile.as)) return;
  const fields = { ...written, turn: stamp().turn || "" };
  talk.preview(room.dataset.preview || "", fields, (part) => {
    one("#_preview").replaceWith(part);
    painter.lawful = part.dataset.lawful === "1";
    painter.score = part.dataset.score ? Number(part.dataset.score) : null;
    painter.paint();
  });
}

/** @param {string} said why there is nothing to ask the server */
function showPreview(said) {
  const part = one("#_preview");
  part.textContent = "";
  if (said) part.appendChild(Object.assign(document.createElement("span"), { className: "no", textContent: said }));
}

function touched() {
  if (one("#_message").textContent) message("");
  changed();
}

/** @param {Held} tile @param {number} square */
async function lay(tile, square) {
  table.lay(tile, square);
  touched();
  if (!tile.blank || tile.as) return;
  const chosen = await talk.chooseFace();
  if (tile.at < 0) return;
  if (chosen) tile.as = chosen;
  else table.recall(tile);
  touched();
}

let tapped = { id: 0, at: 0 };

/** @param {Held} tile */
function tapTile(tile) {
  const now = performance.now();
  const double = tapped.id === tile.id && now - tapped.at < 400;
  tapped = { id: tile.id, at: now };
  if (double && tile.at >= 0) return recall(tile);
  table.chosen = table.chosen === tile.id ? 0 : tile.id;
  if (table.chosen) announce(text("chosen", { face: tile.as || tile.face }));
  return painter.paint();
}

/** A tap where the cursor stands already turns its way.
 * @param {number} square @param {boolean} again */
function tapSquare(square, again) {
  const tile = table.find(table.chosen);
  if (tile && table.free(square)) {
    const next = table.next(square, 1);
    tapped.id = 0; // the next tap on this tile begins anew
    lay(tile, square);
    table.cursor = next < 0 ? square : next;
    return painter.paint();
  }
  if (again && square === table.cursor) {
    table.way = table.way === "across" ? "down" : "across";
  }
  table.cursor = square;
  painter.paint();
  return painter.cells[square].focus({ preventScroll: true });
}

/** @param {Held} tile */
function recall(tile) {
  table.recall(tile);
  if (table.chosen === tile.id) table.chosen = 0;
  touched();
}

function recallAll() {
  table.laid.forEach((tile) => table.recall(tile));
  table.chosen = 0;
  announce(text("recalled"));
  touched();
}

function play() {
  const written = table.write();
  if (!written) return;
  if ("problem" in written) return message(text(written.problem));
  if (!painter.can.has("play")) return message(text("wait"), "warning");
  if (table.laid.some((tile) => tile.blank && !tile.as)) return;
  tell("play", written);
}

/** @param {string} verb @param {Record<string, string>} [fields] */
function tell(verb, fields = {}) {
  const url = one(`[data-verb="${verb}"]`).dataset.url || "";
  talk.command(url, { turn: stamp().turn || "", ...fields });
}

/** @type {Record<string, () => void>} */
const deeds = {
  play,
  pass: async () => {
    if (!await talk.confirm("pass", table.laid.length)) return;
    if (table.laid.length) recallAll();
    tell("pass");
  },
  challenge: async () => { if (await talk.confirm("challenge", table.laid.length)) tell("challenge"); },
  accept: () => tell("accept"),
  resign: async () => { if (await talk.confirm("resign", 0)) tell("resign"); },
  exchange: async () => {
    const tiles = await talk.chooseExchange(table, Number(stamp().most || table.size));
    if (!tiles) return;
    if (table.laid.length) recallAll();
    tell("exchange", { tiles });
  },
  hint: () => {
    const values = { turn: stamp().turn || "", step: "1" };
    htmx.ajax("POST", one("[data-verb=hint]").dataset.url || "", { target: "#_hint", swap: "outerHTML", values });
  },
  shuffle: () => {
    if (table.laid.length) return recallAll();
    table.shuffle();
    return changed();
  },
  sort: () => {
    table.sort((room.dataset.faces || "").split(" "));
    changed();
  },
};

/** @param {HTMLElement} button */
async function post(button) {
  const { post: url = "", seat = "", ask } = button.dataset;
  const level = ask === "level" ? await talk.chooseLevel() : "";
  if (ask === "level" && !level) return;
  const newcomer = /** @type {HTMLInputElement | null} */ (document.querySelector("#newcomer-name"));
  const name = newcomer?.value.trim() || "";
  talk.command(url, { seat, ...(level && { level }), ...(name && { name }) });
}

/** @param {string} number */
async function showBreakdown(number) {
  const url = (room.dataset.moves || "").replace(/0\/$/, `${number}/`);
  const dialog = /** @type {HTMLDialogElement} */ (one("#breakdown"));
  const body = one("div", dialog);
  body.innerHTML = await (await fetch(url)).text();
  htmx.process(body);
  dialog.showModal();
}

document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const button = /** @type {HTMLButtonElement | null} */ (target.closest("button"));
  const sheet = one("#sheet");
  if (sheet.classList.contains("up") && !target.closest("#sheet-body, dialog")) lift(false);
  else if (button?.matches(".handle")) lift(true);
  if (!button) return;
  const { verb, move, post: url } = button.dataset;
  if (verb) deeds[verb]();
  else if (move) showBreakdown(move);
  else if (url) post(button);
  else if (button.matches("[data-dismiss]")) dismiss(/** @type {HTMLElement} */ (button.closest("section")));
});

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.dataset.command) return;
  event.preventDefault();
  const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name")).value;
  talk.command(form.dataset.command, { name });
});

/** @param {boolean} up whether the sheet of moves is up */
function lift(up) {
  one("#sheet").classList.toggle("up", up);
  one(".handle").setAttribute("aria-expanded", String(up));
}

// --- the start -----------------------------------------------------------------------------------

talk.listenAnswers(receive);
talk.listenLive(room, receive, talk.resend);
const hand = { lay, recall, tapTile, tapSquare, repaint: () => painter.paint(),
  shift: (/** @type {Held} */ tile, /** @type {number} */ place) => { table.shift(tile, place); touched(); },
  tapPlace: (/** @type {number} */ place) => {
    const tile = table.find(table.chosen);
    if (!tile) return;
    table.chosen = 0;
    table.shift(tile, place);
    touched();
  } };
listenPointers(room, table, hand);
listenKeys(room, table, painter, { play, recallAll, changed: touched, tapSquare });
document.addEventListener("keydown", (event) => { if (event.key === "Escape") lift(false); });
sync(false);
talk.resend();
