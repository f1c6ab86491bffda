// A board and a rack for one player, as in puzzles and daily games: the room's, without a socket.
// Each answer of the server brings the whole state.
import { isOpen } from "../room/action_buttons.js";
import { announce, message, words } from "../room/announcer.js";
import { sendRequest } from "../room/requests.js";
import { Drag } from "../room/drag.js";
import { ImeInput } from "../room/ime_input.js";
import { TileInteraction } from "../room/tile_interaction.js";
import { BoardKeys } from "../room/board_keys.js";
import { Letters } from "../room/letters.js";
import { loadRack } from "../room/rack_storage.js";
import { all, one, text } from "../room/page.js";
import { Painter } from "../room/painter.js";
import { Typing } from "../room/typing.js";
import { Preview } from "../room/preview.js";
import { RackKeys } from "../room/rack_keys.js";
import { boardOf, isOn, rackOf, readState } from "../room/state.js";
import { Table } from "../room/table.js";
import { writePlay } from "../room/notation.js";
import { share } from "./share.js";

/** @typedef {import("../room/state.js").State} State */

export class LoneBoard {
  #busy = false;
  #retry = 0;
  #key = "";

  /** @param {string} playAddress where plays are sent
   * @param {(before: State, focused: string) => void} changed called after an answer was shown,
   * with the state before it and the id of what had the focus */
  constructor(playAddress, changed) {
    this.room = one(".room");
    this.playAddress = playAddress;
    this.changed = changed;
    const { dataset } = this.room;
    const names = all("[role=gridcell]").map((cell) => cell.dataset.name || "");
    const faces = (dataset.faces || "").split(" ");
    const letters = new Letters(dataset.lang || "en", faces, JSON.parse(dataset.folding || "null") ?? undefined);
    this.table = new Table(Number(dataset.cols), names, Number(dataset.size));
    this.painter = new Painter(this.room, this.table);
    this.preview = new Preview(this.room, this.table, this.painter);
    this.source = { state: readState() };
    this.interaction = new TileInteraction(letters, this.table, this.painter, this.preview, this.source);
    const typing = new Typing(this.table, this.painter, this.interaction, (dataset.whole || "").split(" "));
    this.imeInput = new ImeInput(
      this.painter.squares, faces, (typed) => typing.write(typed), (composing) => this.painter.showComposing(composing),
    );
    this.boardKeys = new BoardKeys(this.room, this.table, this.painter, this.interaction, typing);
    this.rackKeys = new RackKeys(this.table, this.painter, this.interaction);
  }

  get state() { return this.source.state; }

  get busy() { return this.#busy; }

  listen() {
    this.interaction.play = () => this.play();
    this.#open();
    this.preview.listen();
    new Drag(this.room, this.table, this.interaction).listen();
    this.boardKeys.listen();
    this.imeInput.listen();
    document.addEventListener("click", (event) => this.#click(/** @type {HTMLElement} */ (event.target)));
    document.addEventListener("submit", (event) => this.#submit(event));
    document.addEventListener("keydown", (event) => this.#press(event));
    this.#sync();
  }

  /** Show the order of the rack and the tentative tiles that this browser remembers. */
  #open() {
    this.#key = `${this.state.game}:0`;
    this.table.open(loadRack(this.#key), this.painter.squares.start);
  }

  /** Update everything on the page after new state has arrived. */
  #sync() {
    const { state } = this;
    this.room.dataset.phase = state.phase;
    this.painter.actions = state.can;
    if (this.room.dataset.owned) this.painter.squares.owners = state.seats;
    if (this.#key !== `${state.game}:0`) this.#open();
    this.table.take(rackOf(state), boardOf(state));
    if (!isOn(state)) this.table.laid.forEach((tile) => this.table.recall(tile));
    this.interaction.settle();
  }

  /** Send to the server and show its answer.
   * @param {string} url @param {Record<string, string>} values
   * @returns {Promise<number>} the status of the answer, 0 if none came or something else is under way */
  async send(url, values) {
    if (this.#busy) {
      message(text("sending"), "info");
      return 0;
    }
    this.#busy = true;
    clearTimeout(this.#retry);
    message("");
    const focused = document.activeElement?.id || "";
    const before = this.state;
    const wanted = all("[id^=_]").map((part) => `#${part.id}`).join();
    const { status, again, say, text: html } = await sendRequest(this.room, { kind: "puzzle", method: "POST", url, wanted, values });
    this.#busy = false;
    if (one("#_message").textContent === text("sending")) message("");
    if (again) this.#retry = window.setTimeout(() => this.send(url, values), again);
    if (again || (say && !html.includes('id="_message"'))) {
      message(text(say), again || !status ? "warning" : "error");
      return status;
    }
    this.source.state = readState();
    this.#sync();
    announce(words(one("#_message")));
    this.changed(before, focused);
    return status;
  }

  play() {
    const written = writePlay(this.table);
    if (!written) return;
    if ("problem" in written) return message(text(written.problem));
    if (!this.painter.actions.includes("play") || this.table.laid.some((tile) => tile.blank && !tile.as)) return;
    this.send(this.playAddress, { turn: String(this.state.turn), ...written });
  }

  /** @param {string} action */
  #act(action) {
    if (action === "play") this.play();
    else if (action === "pass") this.send(this.playAddress, { turn: String(this.state.turn), pass: "1" });
    else if (this.table.laid.length) this.interaction.recallAll();
    else {
      this.table.shuffle();
      this.interaction.changed();
    }
  }

  /** @param {HTMLElement} element what was clicked */
  #click(element) {
    const button = element.closest("button");
    if (one("#sheet").classList.contains("raised") && !element.closest("#sheet-body")) raiseSheet(false);
    else if (button?.matches(".sheet-handle")) raiseSheet(true);
    if (button?.dataset.action && isOpen(button)) this.#act(button.dataset.action);
    if (button?.matches("[data-share-result]")) share(button);
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!("send" in form.dataset)) return;
    event.preventDefault();
    const turn = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=turn]"))?.value;
    this.send(form.action, turn ? { turn } : {});
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.key === "Escape") raiseSheet(false);
    const elsewhere = /** @type {HTMLElement} */ (event.target).closest("input:not(#ime-input), textarea, dialog[open], .result");
    if (elsewhere || event.defaultPrevented || (this.interaction.isOn() && this.imeInput.awaits(event))) return;
    if (this.rackKeys.press(event) || this.boardKeys.press(event)) event.preventDefault();
  }
}

/** @param {boolean} up whether the sheet of unseen tiles is open */
function raiseSheet(up) {
  one("#sheet").classList.toggle("raised", up);
  one(".sheet-handle").setAttribute("aria-expanded", String(up));
}
