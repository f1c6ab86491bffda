// The playing page: creates the other modules, connects them, and updates all when a state arrives.
import { contributeToSeed } from "../bag/contribution.js";
import { Chat } from "../chat/chat.js";
import { Clocks } from "../clock/clocks.js";
import { listenToFailedRequests } from "../site/failed_requests.js";
import { reload } from "../site/session.js";
import { setTitle } from "../site/title.js";
import { showReason } from "../site/toast.js";
import { isOpen } from "./action_buttons.js";
import { message } from "./announcer.js";
import { Commands } from "./commands.js";
import { closeQuestions, showBreakdown, updateResignDialog } from "./dialogs.js";
import { Drag } from "./drag.js";
import { ImeInput } from "./ime_input.js";
import { TileInteraction } from "./tile_interaction.js";
import { reportRoomEvents } from "./room_events.js";
import { BoardKeys } from "./board_keys.js";
import { Letters } from "./letters.js";
import { RoomConnection } from "./connection.js";
import { TeamDrafts } from "./team_drafts.js";
import { fillRoomMenu } from "./room_menu.js";
import { loadRack } from "./rack_storage.js";
import { dismissVerdict, showVerdict, announceChanges } from "./announcements.js";
import { all, isolate, find, one, text } from "./page.js";
import { Painter } from "./painter.js";
import { Fragments } from "./fragments.js";
import { HintTiles } from "./hint_tiles.js";
import { Hints } from "./hints.js";
import { HistoryView } from "./history_view.js";
import { Typing } from "./typing.js";
import { showPresence } from "./presence.js";
import { Preview } from "./preview.js";
import { RackKeys } from "./rack_keys.js";
import { ReplyBoard } from "./reply_board.js";
import { boardOf, isOn, rackOf } from "./state.js";
import { Table } from "./table.js";
import { writePlay } from "./notation.js";
import { Actions } from "./actions.js";

/** @typedef {import("./state.js").State} State */

const room = one(".room");
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
const commands = new Commands(room, fragments, one("#chat").dataset.me || "");
const hints = new Hints(room, fragments);
const actions = new Actions(room, table, interaction, commands, fragments, hints);
const boardKeys = new BoardKeys(room, table, painter, interaction, typing);
const rackKeys = new RackKeys(table, painter, interaction);
const replyBoard = new ReplyBoard(room, interaction, fragments);
const hintTiles = new HintTiles(interaction);
const teamDrafts = new TeamDrafts(room, interaction, fragments);
const connection = new RoomConnection(room, fragments, () => { commands.resend(); teamDrafts.refresh(); });
const historyView = new HistoryView(room, fragments, painter, () => { raiseSheet(false); typing.stop(); table.chosen = 0; });
const clocks = new Clocks(room, one("#clocks"), fragments, (message) => connection.send(message));
let game = ""; // whose tiles are on the table

/** Handle a new state.
 * @param {State} before @param {boolean} fresh */
function onBundle(before, fresh) {
  if ((before.seat === null) !== (fragments.state.seat === null)) return reload(); // rack comes or goes
  if (before.turn !== fragments.state.turn || before.game !== fragments.state.game) {
    hints.clear();
    hintTiles.clear();
    typing.stop();
    closeQuestions(before.game !== fragments.state.game);
  }
  updateResignDialog(fragments.state.can);
  replyBoard.follow(before, fragments.state);
  syncPage();
  if (!fresh) return;
  announceChanges(before, fragments.state);
  reportRoomEvents(before, fragments.state);
}

/** Update everything on the page that htmx does not place. */
function syncPage() {
  const { state } = fragments;
  room.dataset.phase = state.phase;
  painter.actions = state.can;
  if (room.dataset.owned) painter.squares.owners = state.seats;
  const turn = state.mine ? `${text("yourTurn")} · ` : "";
  setTitle(`${turn}${isolate(find("#_title")?.textContent || "")} – Tileroom`);
  for (const link of all(".room-link input[readonly]")) {
    const shown = /** @type {HTMLInputElement} */ (link);
    shown.value = new URL(shown.value, location.href).href;
  }
  const newcomer = find("#newcomer");
  if (newcomer) newcomer.hidden = state.phase !== "waiting" && !state.can.includes("sit");
  takeTiles(state);
  clocks.show();
  showPresence();
  fillRoomMenu();
  showVerdict(state);
  interaction.settle();
  historyView.follow();
  contributeToSeed(room, fragments);
}

/** @param {State} state */
function takeTiles(state) {
  if (replyBoard.laying) return;
  const key = `${state.game}:${state.seat ?? ""}`;
  if (key !== game) table.open(loadRack(key), painter.squares.start);
  game = key;
  const returned = table.take(rackOf(state), boardOf(state));
  if (returned && !fragments.hasMessage) message(text("returned"), "info"); // the answer's message says more
  if (!isOn(state)) table.laid.forEach((tile) => table.recall(tile)); // the game is over
}

/** @param {boolean} up whether the sheet of moves is open */
function raiseSheet(up) {
  one("#sheet").classList.toggle("raised", up);
  one(".sheet-handle").setAttribute("aria-expanded", String(up));
}

function listenClicks() {
  document.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const button = /** @type {HTMLButtonElement | null} */ (target.closest("button"));
    if (one("#sheet").classList.contains("raised") && !target.closest("#sheet-body, dialog")) raiseSheet(false);
    else if (button?.matches(".sheet-handle")) raiseSheet(true);
    if (!button) return;
    const { action: action, post } = button.dataset;
    if (action) {
      /** @type {HTMLDialogElement | null} */ (button.closest("#room-menu"))?.close();
      if (isOpen(button)) actions.do(action);
    }
    else if (button.matches(".moves button ~ button")) showBreakdown((room.dataset.moves || "").replace(/0\/$/, `${button.closest("li")?.value}/`));
    else if (post && isOpen(button)) actions.post(button);
    else if (button.matches("[data-dismiss]")) dismissVerdict(fragments.state);
  });
  document.addEventListener("submit", async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.dataset.command) return;
    event.preventDefault();
    const fields = [.../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[name], select[name]"))];
    const sent = Object.fromEntries(fields.map((field) => [field.name, field.value]));
    if (!await commands.send(form.dataset.command, sent) || !("clear" in form.dataset)) return;
    // Only now: the answer may have moved the fields into another form.
    for (const field of fields.filter((one) => one.matches("input"))) {
      if (field.value === sent[field.name]) field.value = field.defaultValue; // else more was typed
    }
  });
}

/** Drop a play that waits to be sent when its tiles are taken back or moved. */
function takeBackPlay() {
  if (replyBoard.laying) return;
  const written = writePlay(table);
  const play = written && "tiles" in written ? written : { position: "", tiles: "" };
  commands.takeBack(find("[data-action=play]")?.dataset.url || "", play);
}

function listenSkip() {
  one(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    painter.squares.focus(table.cursor);
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
    if (event.key === "Escape") raiseSheet(false);
    const busy = /** @type {HTMLElement} */ (event.target).closest("input:not(#ime-input), select, textarea, dialog[open]");
    if (busy || event.defaultPrevented || (interaction.isOn() && imeInput.awaits(event))) return;
    if (historyView.press(event) || rackKeys.press(event) || boardKeys.press(event)) event.preventDefault();
  });
}

interaction.play = () => (replyBoard.laying ? replyBoard.done() : actions.play());
interaction.moved = () => {
  hintTiles.clear();
  historyView.forget();
  takeBackPlay();
};
hints.shown = () => hintTiles.show();
interaction.settled = () => teamDrafts.settle();
fragments.listen();
listenToFailedRequests((reason, isWarning) => {
  if (find("dialog[open]")) showReason(reason); // the page's line is behind it
  else message(reason, isWarning ? "warning" : "error");
});
commands.listen();
preview.listen();
connection.listen();
clocks.listen();
teamDrafts.listen();
hints.listen();
hintTiles.listen();
historyView.listen();
replyBoard.listen();
new Drag(room, table, interaction).listen();
boardKeys.listen();
imeInput.listen();
new Chat(one("#chat"), one("[data-chat]")).listen();
listenClicks();
listenSkip();
listenSwitches();
listenKeys();
syncPage();
commands.resend();
