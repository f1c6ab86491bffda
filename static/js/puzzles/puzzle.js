// The page of a puzzle: board and rack of the room, and what is told to whoever tries it.
import { isOpen } from "../room/acts.js";
import { announce, message, spoken, words } from "../room/announcer.js";
import { carry } from "../room/carry.js";
import { Drag } from "../room/drag.js";
import { Ear } from "../room/ear.js";
import { Hand } from "../room/hand.js";
import { BoardKeys } from "../room/keys.js";
import { Letters } from "../room/letters.js";
import { recallRack } from "../room/memory.js";
import { all, maybe, one, text } from "../room/page.js";
import { Painter } from "../room/painter.js";
import { Pen } from "../room/pen.js";
import { Preview } from "../room/preview.js";
import { RackKeys } from "../room/rackkeys.js";
import { boardOf, isOn, rackOf, readState } from "../room/state.js";
import { Table } from "../room/table.js";
import { write } from "../room/written.js";
import { share } from "./share.js";

const room = one(".room");
const names = all("[role=gridcell]").map((cell) => cell.dataset.name || "");
const table = new Table(Number(room.dataset.n), names, Number(room.dataset.size));
const painter = new Painter(room, table);
const preview = new Preview(room, table, painter);
const knower = { state: readState() };
const faces = (room.dataset.faces || "").split(" ");
const letters = new Letters(room.dataset.lang || "en", faces, JSON.parse(room.dataset.folding || "null") ?? undefined);
const hand = new Hand(letters, table, painter, preview, knower);
const pen = new Pen(table, painter, hand, (room.dataset.whole || "").split(" "));
const ear = new Ear(painter.squares, faces, (typed) => pen.write(typed), (composing) => painter.hear(composing));
const boardKeys = new BoardKeys(room, table, painter, hand, pen);
const rackKeys = new RackKeys(table, painter, hand);
let busy = false;
let retry = 0;

/** Make the page agree with the state that has come. */
function agree() {
  const { state } = knower;
  room.dataset.phase = state.phase;
  painter.can = state.can;
  if (room.dataset.owned) painter.squares.owners = state.seats;
  table.take(rackOf(state), boardOf(state));
  if (!isOn(state)) table.laid.forEach((tile) => table.recall(tile));
  hand.settle();
}

/** Tell the server, and show what it answers.
 * @param {string} url @param {Record<string, string>} values */
async function send(url, values) {
  if (busy) return;
  busy = true;
  clearTimeout(retry);
  message("");
  const focused = document.activeElement?.id || "";
  const before = knower.state;
  const wanted = all("[id^=_]").map((part) => `#${part.id}`).join();
  const { status, again } = await carry(room, { verb: "POST", url, wanted, values });
  busy = false;
  if (!status) return message(text("failed"), "warning");
  if (again) {
    retry = window.setTimeout(() => send(url, values), again);
    return message(text("crowded"), "warning");
  }
  knower.state = readState();
  agree();
  announce(words(one("#_message")));
  if (before.phase !== knower.state.phase) tellEnd();
  else tellHints(focused);
}

/** What follows the last try is read from its heading on. */
function tellEnd() {
  const result = one(".result");
  announce(spoken(result.querySelector("p") || result));
  result.focus();
}

/** @param {string} focused id of what had the focus */
function tellHints(focused) {
  const hint = all(".hints li").at(-1);
  if (["hint", "again"].includes(focused)) {
    if (hint && focused === "hint") announce(hint.textContent || "");
    (maybe(`#${focused}`) ?? maybe("#answer"))?.focus();
  }
}

function play() {
  const written = write(table);
  if (!written) return;
  if ("problem" in written) return message(text(written.problem));
  if (!painter.can.includes("play") || table.laid.some((tile) => tile.blank && !tile.as)) return;
  send(room.dataset.try || "", { turn: String(knower.state.turn), ...written });
}

/** @param {string} verb */
function act(verb) {
  if (verb === "play") play();
  else if (verb === "pass") send(room.dataset.try || "", { turn: String(knower.state.turn), pass: "1" });
  else if (table.laid.length) hand.recallAll();
  else {
    table.shuffle();
    hand.changed();
  }
}

/** @param {boolean} up whether the sheet of unseen tiles is up */
function lift(up) {
  one("#sheet").classList.toggle("up", up);
  one(".handle").setAttribute("aria-expanded", String(up));
}

document.addEventListener("click", ({ target }) => {
  const element = /** @type {HTMLElement} */ (target);
  const button = element.closest("button");
  if (one("#sheet").classList.contains("up") && !element.closest("#sheet-body")) lift(false);
  else if (button?.matches(".handle")) lift(true);
  if (button?.dataset.verb && isOpen(button)) act(button.dataset.verb);
  if (button?.matches("[data-share]")) share(button);
});
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!("send" in form.dataset)) return;
  event.preventDefault();
  const turn = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=turn]"))?.value;
  send(form.action, turn ? { turn } : {});
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") lift(false);
  const elsewhere = /** @type {HTMLElement} */ (event.target).closest("input:not(#ear), textarea, dialog[open], .result");
  if (elsewhere || event.defaultPrevented || (hand.isOn() && ear.awaits(event))) return;
  if (rackKeys.press(event) || boardKeys.press(event)) event.preventDefault();
});

hand.play = play;
table.open(recallRack(`${knower.state.game}:0`), painter.squares.start);
preview.listen();
new Drag(room, table, hand).listen();
boardKeys.listen();
ear.listen();
agree();
