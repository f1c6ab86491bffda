// The playing page: ties the other modules together, and makes all agree when a bundle has come.
import { give } from "../bag/give.js";
import { Chat } from "../chat/chat.js";
import { Clocks } from "../clock/clocks.js";
import { entitle } from "../site/title.js";
import { isOpen } from "./acts.js";
import { message } from "./announcer.js";
import { Commands } from "./commands.js";
import { dropQuestions, showBreakdown } from "./dialogs.js";
import { Drag } from "./drag.js";
import { Ear } from "./ear.js";
import { Hand } from "./hand.js";
import { tellHappenings } from "./happenings.js";
import { BoardKeys } from "./keys.js";
import { Letters } from "./letters.js";
import { Line } from "./line.js";
import { Mates } from "./mates.js";
import { fillMenu } from "./menu.js";
import { recallRack } from "./memory.js";
import { dismissVerdict, showVerdict, tellNews } from "./news.js";
import { all, maybe, one, text } from "./page.js";
import { Painter } from "./painter.js";
import { Parts } from "./parts.js";
import { Past } from "./past.js";
import { Pen } from "./pen.js";
import { showPresence } from "./presence.js";
import { Preview } from "./preview.js";
import { RackKeys } from "./rackkeys.js";
import { boardOf, isOn, rackOf } from "./state.js";
import { Table } from "./table.js";
import { Verbs } from "./verbs.js";

/** @typedef {import("./state.js").State} State */

const room = one(".room");
const names = all("[role=gridcell]").map((cell) => cell.dataset.name || "");
const table = new Table(Number(room.dataset.n), names, Number(room.dataset.size));
const painter = new Painter(room, table);
const preview = new Preview(room, table, painter);
const parts = new Parts(room, arrive);
const faces = (room.dataset.faces || "").split(" ");
const letters = new Letters(room.dataset.lang || "en", faces, JSON.parse(room.dataset.folding || "null") ?? undefined);
const hand = new Hand(letters, table, painter, preview, parts);
const pen = new Pen(table, painter, hand, (room.dataset.whole || "").split(" "));
const ear = new Ear(painter.squares, faces, (typed) => pen.write(typed), (composing) => painter.hear(composing));
const commands = new Commands(room, parts);
const verbs = new Verbs(room, table, hand, commands, parts);
const boardKeys = new BoardKeys(room, table, painter, hand, pen);
const rackKeys = new RackKeys(table, painter, hand);
const mates = new Mates(room, hand, parts);
const line = new Line(room, parts, () => { commands.resend(); mates.refresh(); });
const past = new Past(room, parts, painter, () => { lift(false); pen.stop(); table.chosen = 0; });
const clocks = new Clocks(room, one("#clocks"), parts, (said) => line.say(said));
let game = ""; // whose tiles are on the table

/** A bundle has come in.
 * @param {State} before @param {boolean} fresh */
function arrive(before, fresh) {
  if ((before.seat === null) !== (parts.state.seat === null)) return location.reload(); // it has no rack, or one too many
  if (before.turn !== parts.state.turn || before.game !== parts.state.game) {
    one("#_hint").textContent = "";
    pen.stop();
    dropQuestions();
  }
  agree();
  if (!fresh) return;
  tellNews(before, parts.state);
  tellHappenings(before, parts.state);
}

/** Make everything that is not itself a part agree with the parts. */
function agree() {
  const { state } = parts;
  room.dataset.phase = state.phase;
  painter.can = state.can;
  if (room.dataset.owned) painter.squares.owners = state.seats;
  entitle(`${state.mine ? `${text("yourturn")} · ` : ""}${one("#_title").textContent} – Tileroom`);
  for (const link of all(".link input[readonly]")) {
    const shown = /** @type {HTMLInputElement} */ (link);
    shown.value = new URL(shown.value, location.href).href;
  }
  const newcomer = maybe("#newcomer");
  if (newcomer) newcomer.hidden = state.phase !== "waiting" && !state.can.includes("sit");
  takeTiles(state);
  clocks.show();
  showPresence();
  fillMenu();
  showVerdict(state);
  hand.settle();
  past.follow();
  give(room, parts);
}

/** @param {State} state */
function takeTiles(state) {
  const key = `${state.game}:${state.seat ?? ""}`;
  if (key !== game) table.open(recallRack(key), painter.squares.start);
  game = key;
  if (table.take(rackOf(state), boardOf(state))) message(text("returned"), "info");
  if (!isOn(state)) table.laid.forEach((tile) => table.recall(tile)); // what was thought of is past
}

/** @param {boolean} up whether the sheet of moves is up */
function lift(up) {
  one("#sheet").classList.toggle("up", up);
  one(".handle").setAttribute("aria-expanded", String(up));
}

function listenClicks() {
  document.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const button = /** @type {HTMLButtonElement | null} */ (target.closest("button"));
    if (one("#sheet").classList.contains("up") && !target.closest("#sheet-body, dialog")) lift(false);
    else if (button?.matches(".handle")) lift(true);
    if (!button) return;
    const { verb, post } = button.dataset;
    if (verb) { if (isOpen(button)) verbs.do(verb); }
    else if (button.matches(".moves button ~ button")) showBreakdown((room.dataset.moves || "").replace(/0\/$/, `${button.closest("li")?.value}/`));
    else if (post) verbs.post(button);
    else if (button.matches("[data-dismiss]")) dismissVerdict(parts.state);
  });
  document.addEventListener("submit", async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.dataset.command) return;
    event.preventDefault();
    const fields = [.../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[name], select[name]"))];
    const sent = Object.fromEntries(fields.map((field) => [field.name, field.value]));
    if (!await commands.send(form.dataset.command, sent) || !("clear" in form.dataset)) return;
    // The answer may have moved its fields into another form.
    for (const field of fields.filter((one) => one.matches("input"))) field.value = field.defaultValue;
  });
}

function listenSwitches() {
  document.addEventListener("change", ({ target }) => {
    const box = /** @type {HTMLInputElement} */ (target);
    if (box.dataset.switch) commands.send(box.dataset.switch, { on: box.checked ? "1" : "" });
  });
}

function listenKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") lift(false);
    const busy = /** @type {HTMLElement} */ (event.target).closest("input:not(#ear), select, textarea, dialog[open]");
    if (busy || event.defaultPrevented || (hand.isOn() && ear.awaits(event))) return;
    if (past.press(event) || rackKeys.press(event) || boardKeys.press(event)) event.preventDefault();
  });
}

hand.play = () => verbs.play();
hand.settled = () => mates.settle();
parts.listen();
commands.listen();
preview.listen();
line.listen();
clocks.listen();
mates.listen();
past.listen();
new Drag(room, table, hand).listen();
boardKeys.listen();
ear.listen();
new Chat(one("#chat"), one("[data-chat]")).listen();
listenClicks();
listenSwitches();
listenKeys();
agree();
commands.resend();
