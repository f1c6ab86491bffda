// The page of a duplicate game: the room's board and rack, which are the same for everyone, the
// clock of the turn, and the plays that the player sends.
import { contributeToSeed } from "../bag/contribution.js";
import { listenToFailedRequests } from "../site/failed_requests.js";
import { setTitle } from "../site/title.js";
import { isOpen } from "../room/action_buttons.js";
import { message } from "../room/announcer.js";
import { BoardKeys } from "../room/board_keys.js";
import { RoomConnection } from "../room/connection.js";
import { Drag } from "../room/drag.js";
import { Fragments } from "../room/fragments.js";
import { ImeInput } from "../room/ime_input.js";
import { Letters } from "../room/letters.js";
import { writePlay } from "../room/notation.js";
import { all, find, isolate, one, text } from "../room/page.js";
import { Painter } from "../room/painter.js";
import { Preview } from "../room/preview.js";
import { RackKeys } from "../room/rack_keys.js";
import { loadRack } from "../room/rack_storage.js";
import { sendRequest } from "../room/requests.js";
import { boardOf, rackOf } from "../room/state.js";
import { Table } from "../room/table.js";
import { TileInteraction } from "../room/tile_interaction.js";
import { Typing } from "../room/typing.js";
import { OwnParts } from "./own_parts.js";
import { announceOwnResult, reportChanges } from "./reports.js";
import { SocketPlays } from "./socket_plays.js";
import { Submissions } from "./submissions.js";
import { TurnClock } from "./turn_clock.js";
import { isTurnKept, keepTurn } from "./turn_tiles.js";

/** @typedef {import("../room/state.js").State} State */

/** What those who have entered may do. Everyone gets the same state, so the page adds it.
 * @type {Record<string, string[]>} */
const OPEN = { waiting: ["contribute"], starting: ["contribute"], playing: ["play"] };

const room = one(".room");
const isEntrant = !!room.dataset.entrant;
const names = all("[role=gridcell]").map((cell) => cell.dataset.name || "");
const table = new Table(Number(room.dataset.cols), names, Number(room.dataset.size));
const painter = new Painter(room, table);
const preview = new Preview(room, table, painter);
const fragments = new Fragments(room, onBundle);
const faces = (room.dataset.faces || "").split(" ");
const letters = new Letters(room.dataset.lang || "en", faces, JSON.parse(room.dataset.folding || "null") ?? undefined);
const interaction = new TileInteraction(letters, table, painter, preview, fragments);
const typing = new Typing(table, painter, interaction, (room.dataset.whole || "").split(" "));
const imeInput = new ImeInput(painter.squares, faces, (typed) => typing.write(typed), (composing) => painter.showComposing(composing));
const boardKeys = new BoardKeys(room, table, painter, interaction, typing);
const rackKeys = new RackKeys(table, painter, interaction);
/** @type {RoomConnection} */
const connection = new RoomConnection(room, fragments, () => submissions.resend());
const socketPlays = new SocketPlays(room, (said) => connection.send(said));
const submissions = new Submissions(room, fragments, socketPlays);
const clock = new TurnClock(room, one("#turn-clock"), fragments, (said) => connection.send(said));
const ownParts = new OwnParts(room, fragments, connection, () => announceOwnResult(fragments.state));
let shownTurn = ""; // whose tiles are on the table
let isSending = false; // whether one of the page's forms is under way

/** Handle a new state.
 * @param {State} before @param {boolean} fresh */
function onBundle(before, fresh) {
  const { state } = fragments;
  const moved = before.turn !== state.turn || before.phase !== state.phase;
  if (moved) typing.stop();
  syncPage();
  const next = find("#_final")?.dataset.next;
  if (fresh && next && before.phase === "over") location.assign(next);
  if (!fresh) return;
  reportChanges(before, state);
  if (moved && isEntrant) ownParts.refresh();
}

/** Update everything on the page that htmx does not place. */
function syncPage() {
  const { state } = fragments;
  room.dataset.phase = state.phase;
  state.seat = null; // everyone plays the same rack
  state.can = isEntrant ? OPEN[state.phase] ?? [] : [];
  painter.actions = state.can;
  const turn = state.phase === "playing" ? `${words("#_turn h2")} · ` : "";
  setTitle(`${turn}${isolate(words("#_title"))} – Tileroom`);
  takeTiles(state);
  clock.show();
  interaction.settle();
  markOwnLine();
  contributeToSeed(room, fragments);
}

/** @param {State} state */
function takeTiles(state) {
  const turn = `${state.turn} ${state.phase}`;
  if (turn !== shownTurn && state.phase === "playing") {
    const kept = isTurnKept(state.game, turn);
    table.open(loadRack(`${state.game}:`), painter.squares.start);
    if (!kept) table.laid.forEach((tile) => table.recall(tile));
    keepTurn(state.game, turn);
  }
  shownTurn = turn;
  table.take(rackOf(state), boardOf(state));
}

/** Mark the viewer's line in everyone's standings. */
function markOwnLine() {
  for (const line of all("[data-line]")) line.classList.toggle("own", line.dataset.line === room.dataset.entrant);
}

/** @param {string} selector */
function words(selector) { return find(selector)?.textContent?.trim() || ""; }

/** @param {{ isFallback?: boolean }} how */
function play(how = {}) {
  const written = writePlay(table);
  if (!written) return;
  if ("problem" in written) return message(text(written.problem));
  if (!painter.actions.includes("play") || table.laid.some((tile) => tile.blank && !tile.as)) return;
  submissions.send(written, how);
}

/** Send the tiles of a player who has sent nothing. */
function sendInLastMoment() { if (isEntrant && !submissions.hasSent) play({ isFallback: true }); }

/** @param {string} action */
function act(action) {
  if (action === "play") return play();
  if (action === "sort") table.sort(faces);
  else if (table.laid.length) return interaction.recallAll();
  else table.shuffle();
  return interaction.changed();
}

/** Send one of the page's forms and place the answer.
 * @param {HTMLFormElement} form @param {HTMLElement | null} button */
async function sendForm(form, button) {
  if (isSending) return message(text("sending"), "info");
  isSending = true;
  message("");
  const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const { name, value } = /** @type {HTMLButtonElement} */ (button ?? {});
  if (name) values[name] = value;
  const { status, say } = await sendRequest(room, { kind: "seat", method: "POST", url: form.action, wanted: fragments.wanted, values });
  isSending = false;
  if (say && !(status && fragments.hasMessage)) message(text(say));
}

/** @param {boolean} up whether the sheet of standings is open */
function raiseSheet(up) {
  one("#sheet").classList.toggle("raised", up);
  one(".sheet-handle").setAttribute("aria-expanded", String(up));
}

document.addEventListener("click", ({ target }) => {
  const element = /** @type {HTMLElement} */ (target);
  const button = element.closest("button");
  if (one("#sheet").classList.contains("raised") && !element.closest("#sheet-body, dialog")) raiseSheet(false);
  else if (button?.matches(".sheet-handle")) raiseSheet(true);
  if (button?.dataset.action && isOpen(button)) act(button.dataset.action);
});
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!("send" in form.dataset)) return;
  event.preventDefault();
  sendForm(form, event.submitter);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") raiseSheet(false);
  const busy = /** @type {HTMLElement} */ (event.target).closest("input:not(#ime-input), select, textarea, dialog[open]");
  if (busy || event.defaultPrevented || (interaction.isOn() && imeInput.awaits(event))) return;
  if (rackKeys.press(event) || boardKeys.press(event)) event.preventDefault();
});
one(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  painter.squares.focus(table.cursor);
});

interaction.play = () => play();
clock.lastMoment = sendInLastMoment;
fragments.listen();
ownParts.listen();
listenToFailedRequests((reason, isWarning) => message(reason, isWarning ? "warning" : "error"));
preview.listen();
socketPlays.listen();
connection.listen();
clock.listen();
new Drag(room, table, interaction).listen();
boardKeys.listen();
imeInput.listen();
syncPage();
