// The page of a puzzle: the room's board and rack, with attempts, hints and the solution.
import { isOpen } from "../room/action_buttons.js";
import { announce, message, toSpeech, words } from "../room/announcer.js";
import { sendRequest } from "../room/requests.js";
import { Drag } from "../room/drag.js";
import { ImeInput } from "../room/ime_input.js";
import { TileInteraction } from "../room/tile_interaction.js";
import { BoardKeys } from "../room/board_keys.js";
import { Letters } from "../room/letters.js";
import { loadRack } from "../room/rack_storage.js";
import { all, find, one, text } from "../room/page.js";
import { Painter } from "../room/painter.js";
import { Typing } from "../room/typing.js";
import { Preview } from "../room/preview.js";
import { RackKeys } from "../room/rack_keys.js";
import { boardOf, isOn, rackOf, readState } from "../room/state.js";
import { Table } from "../room/table.js";
import { writePlay } from "../room/notation.js";
import { share } from "./share.js";

const room = one(".room");
const names = all("[role=gridcell]").map((cell) => cell.dataset.name || "");
const table = new Table(Number(room.dataset.cols), names, Number(room.dataset.size));
const painter = new Painter(room, table);
const preview = new Preview(room, table, painter);
const stateSource = { state: readState() };
const faces = (room.dataset.faces || "").split(" ");
const letters = new Letters(room.dataset.lang || "en", faces, JSON.parse(room.dataset.folding || "null") ?? undefined);
const interaction = new TileInteraction(letters, table, painter, preview, stateSource);
const typing = new Typing(table, painter, interaction, (room.dataset.whole || "").split(" "));
const imeInput = new ImeInput(painter.squares, faces, (typed) => typing.write(typed), (composing) => painter.showComposing(composing));
const boardKeys = new BoardKeys(room, table, painter, interaction, typing);
const rackKeys = new RackKeys(table, painter, interaction);
let busy = false;
let retry = 0;

/** Update everything on the page after new state has arrived. */
function syncPage() {
  const { state } = stateSource;
  room.dataset.phase = state.phase;
  painter.actions = state.can;
  if (room.dataset.owned) painter.squares.owners = state.seats;
  table.take(rackOf(state), boardOf(state));
  if (!isOn(state)) table.laid.forEach((tile) => table.recall(tile));
  interaction.settle();
}

/** Send to the server and show its answer.
 * @param {string} url @param {Record<string, string>} values */
async function send(url, values) {
  if (busy) return message(text("sending"), "info");
  busy = true;
  clearTimeout(retry);
  message("");
  const focused = document.activeElement?.id || "";
  const before = stateSource.state;
  const wanted = all("[id^=_]").map((part) => `#${part.id}`).join();
  const { status, again, say, text: html } = await sendRequest(room, { kind: "puzzle", method: "POST", url, wanted, values });
  busy = false;
  if (one("#_message").textContent === text("sending")) message("");
  if (again) retry = window.setTimeout(() => send(url, values), again);
  if (again || (say && !html.includes('id="_message"'))) return message(text(say), again || !status ? "warning" : "error");
  stateSource.state = readState();
  syncPage();
  announce(words(one("#_message")));
  if (before.phase !== stateSource.state.phase) announceEnd();
  else announceHints(focused);
}

/** Focus the heading of the result after the last try, so that it is read from there. */
function announceEnd() {
  const result = one(".result");
  announce(toSpeech(result.querySelector("p") || result));
  result.focus();
}

/** @param {string} focused id of what had the focus */
function announceHints(focused) {
  const hint = all(".hints li").at(-1);
  if (["hint", "again"].includes(focused)) {
    if (hint && focused === "hint") announce(hint.textContent || "");
    (find(`#${focused}`) ?? find("#answer"))?.focus();
  }
}

function play() {
  const written = writePlay(table);
  if (!written) return;
  if ("problem" in written) return message(text(written.problem));
  if (!painter.actions.includes("play") || table.laid.some((tile) => tile.blank && !tile.as)) return;
  send(room.dataset.try || "", { turn: String(stateSource.state.turn), ...written });
}

/** @param {string} action */
function act(action) {
  if (action === "play") play();
  else if (action === "pass") send(room.dataset.try || "", { turn: String(stateSource.state.turn), pass: "1" });
  else if (table.laid.length) interaction.recallAll();
  else {
    table.shuffle();
    interaction.changed();
  }
}

/** @param {boolean} up whether the sheet of unseen tiles is open */
function raiseSheet(up) {
  one("#sheet").classList.toggle("raised", up);
  one(".sheet-handle").setAttribute("aria-expanded", String(up));
}

document.addEventListener("click", ({ target }) => {
  const element = /** @type {HTMLElement} */ (target);
  const button = element.closest("button");
  if (one("#sheet").classList.contains("raised") && !element.closest("#sheet-body")) raiseSheet(false);
  else if (button?.matches(".sheet-handle")) raiseSheet(true);
  if (button?.dataset.action && isOpen(button)) act(button.dataset.action);
  if (button?.matches("[data-share-result]")) share(button);
});
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!("send" in form.dataset)) return;
  event.preventDefault();
  const turn = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=turn]"))?.value;
  send(form.action, turn ? { turn } : {});
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") raiseSheet(false);
  const elsewhere = /** @type {HTMLElement} */ (event.target).closest("input:not(#ime-input), textarea, dialog[open], .result");
  if (elsewhere || event.defaultPrevented || (interaction.isOn() && imeInput.awaits(event))) return;
  if (rackKeys.press(event) || boardKeys.press(event)) event.preventDefault();
});

interaction.play = play;
table.open(loadRack(`${stateSource.state.game}:0`), painter.squares.start);
preview.listen();
new Drag(room, table, interaction).listen();
boardKeys.listen();
imeInput.listen();
syncPage();
