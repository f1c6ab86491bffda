// Looking back: shows board, last play and scores as they were after a move, while the game goes
// on. Tentative tiles stay on the table, hidden. What each move did is in move_steps.js.
import { announce, message } from "./announcer.js";
import { drawTiles } from "./history_board.js";
import { all, figure, isolate, one, text } from "./page.js";
import { animateScores } from "./score_animation.js";
import { isOn } from "./state.js";
import { Steps } from "./move_steps.js";
import { fetchInTime } from "../site/timed_fetch.js";

/** @typedef {import("./fragments.js").Fragments} Fragments */
/** @typedef {import("./painter.js").Painter} Painter */

const SWIPE = 40; // px of a swipe that goes to the next move

export class HistoryView {
  #steps = new Steps();
  #game = "";
  #seen = 0; // number of moves when looking back began
  /** @type {number | null} the number of the shown move, 0 for the start, null for the newest */
  at = null;
  /** @type {number | null} the move to show once its data has come */
  #wanted = null;
  /** @type {Promise<boolean> | null} while moves are loaded */
  #loading = null;

  /** @param {HTMLElement} room @param {Fragments} fragments @param {Painter} painter
   * @param {() => void} leave closes what covers the board */
  constructor(room, fragments, painter, leave) {
    this.room = room;
    this.fragments = fragments;
    this.painter = painter;
    this.leave = leave;
  }

  listen() {
    document.addEventListener("click", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const wanted = /** @type {HTMLElement | null} */ (target.closest("[data-step]"))?.dataset.step;
      const line = /** @type {HTMLLIElement | null} */ (target.closest(".moves li[value] > button:first-of-type")?.parentElement);
      if (wanted) this.step(wanted);
      else if (line) this.go(line.value);
    });
    let from = { x: 0, y: 0 };
    const stage = one(".stage");
    stage.addEventListener("pointerdown", (event) => { from = event; });
    stage.addEventListener("pointerup", (event) => {
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (this.at === null || Math.abs(x) < SWIPE || Math.abs(x) < 2 * Math.abs(y)) return;
      this.step(x > 0 ? "previous" : "next");
    });
    const wanted = new URLSearchParams(location.search);
    if (wanted.has("move")) this.go(Math.floor(Number(wanted.get("move"))) || 0);
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key meant something */
  press({ key, target, shiftKey, ctrlKey, metaKey, altKey }) {
    if (ctrlKey || metaKey || altKey || !this.fragments.state.turn) return false;
    /** @type {Record<string, string>} */
    const keys = { PageUp: "previous", PageDown: "next", Home: "first", End: "live" };
    const elsewhere = !(/** @type {HTMLElement} */ (target).closest("[role=grid], [role=option], #ime-input, .scroll"));
    /** @type {Record<string, string>} */
    const back = {};
    if (this.at !== null || this.#wanted !== null) back.Escape = "live";
    // Viewers without tiles to lay need the arrows for nothing else.
    if (elsewhere && (this.at !== null || !this.#canPlace())) Object.assign(back, { ArrowLeft: "previous", ArrowRight: "next" });
    const wanted = shiftKey ? keys[key] : back[key];
    if (wanted) this.step(wanted);
    return !!wanted;
  }

  /** @param {string} target "first", "previous", "next" or "live" */
  step(target) {
    const { turn } = this.fragments.state;
    const at = this.#wanted ?? this.at ?? turn;
    if (target === "first") this.go(0);
    else if (target === "previous") this.go(Math.max(0, at - 1));
    else if (target === "next" && at < turn) this.go(at + 1);
    else this.live();
  }

  /** Show the position after the move with this number. While its data is loaded, a later request takes
   * its place.
   * @param {number} number */
  async go(number) {
    const { game, turn } = this.fragments.state;
    if (!turn) return;
    this.#wanted = Math.min(Math.max(number, 0), turn);
    this.#loading ??= this.#load(game, turn).finally(() => { this.#loading = null; });
    const isKnown = await this.#loading;
    const wanted = this.#wanted;
    this.#wanted = null;
    if (wanted === null || this.fragments.state.game !== game) return;
    if (!isKnown) message(text("notLoaded"), "warning");
    else if (wanted > this.#steps.count) this.go(wanted); // the game went on while they were loaded
    else this.#showPast(wanted);
  }

  /** Forget the move that is still being loaded: the player has turned to something else. */
  forget() { this.#wanted = null; }

  /** @param {number} wanted */
  #showPast(wanted) {
    if (this.at === null) this.#seen = this.fragments.state.turn;
    this.at = wanted;
    this.leave();
    this.#show();
    announce([this.#place(), this.#steps.at(wanted).said, this.#scores()].join(" "));
  }

  /** Return to the newest state. */
  live() {
    this.forget();
    if (this.at === null) return;
    const focused = one("#history-bar").contains(document.activeElement);
    this.at = null;
    this.#show();
    if (focused) this.painter.squares.focus(this.painter.table.cursor);
    announce(text("live"));
  }

  /** Keep the past position when an update arrives, unless another game has begun. */
  follow() {
    const moved = this.at !== null && this.fragments.state.game !== this.#game;
    if (moved) this.live();
    else this.#show();
    if (moved) message(text("nextGame"), "info");
  }

  /** @param {string} game @param {number} turn @returns {Promise<boolean>} whether all moves are known */
  async #load(game, turn) {
    if (game !== this.#game) this.#steps.forget();
    this.#game = game;
    const after = this.#steps.count;
    if (after >= turn) return true;
    const url = (this.room.dataset.steps || "").replace(/[^/]*\/steps\/0\/$/, `${game}/steps/${after}/`);
    try {
      const answer = await fetchInTime(url, {});
      if (answer.ok) this.#steps.add(after, (await answer.json()).steps);
    } catch { /* no answer: the caller says so */ }
    return this.#steps.count >= turn;
  }

  #show() {
    const { at, room, painter } = this;
    const { turn, number, seats } = this.fragments.state;
    room.toggleAttribute("data-past", at !== null);
    one("#history-bar").hidden = at === null;
    painter.squares.past = at === null ? null : this.#steps.boardAt(at);
    if (at !== null) this.#describe(at, turn);
    const board = { cols: painter.table.cols, owned: !!room.dataset.owned };
    drawTiles(one("#history-tiles"), painter.squares.past ?? new Map(), at === null ? null : this.#steps.at(at), board);
    animateScores(at === null ? null : this.#steps.scoresAt(at, seats.length));
    this.#mark(at, turn);
    painter.paint();
    const url = new URL(location.href);
    url.search = at === null ? "" : `?game=${number}&move=${at}`;
    if (url.href !== location.href) history.replaceState(history.state, "", url);
  }

  /** @param {number} at @param {number} turn */
  #describe(at, turn) {
    const fresh = turn - this.#seen;
    one("#history-bar b").textContent = this.#place();
    one("#history-status").textContent = one("#history-status").title = this.#steps.at(at).said;
    one("#history-bar em").textContent = fresh ? text("newMoves", { n: fresh }) : "";
  }

  /** Mark the shown move in the list of moves, and enable the buttons that lead somewhere.
   * @param {number | null} at @param {number} turn */
  #mark(at, turn) {
    for (const line of /** @type {HTMLLIElement[]} */ (all(".moves li"))) {
      if (line.value === at) line.setAttribute("aria-current", "true");
      else line.removeAttribute("aria-current");
      const score = line.querySelector("button ~ button");
      if (score) score.ariaLabel = text("scored", { n: Number((score.textContent || "").replace("−", "-").replace("\u200e", "")) });
    }
    for (const button of all("[data-step]")) {
      const newest = at === null && ["next", "live"].includes(button.dataset.step || "");
      button.ariaDisabled = String(!turn || newest || (at === 0 && button.dataset.step === "previous"));
    }
  }

  /** Return whether arrows move the cursor on the board: the viewer may lay tiles. */
  #canPlace() { return this.fragments.state.seat !== null && isOn(this.fragments.state); }

  #place() { return this.at ? text("moveOf", { n: this.at, all: this.fragments.state.turn }) : text("start"); }

  #scores() {
    const { seats } = this.fragments.state;
    return this.#steps.scoresAt(this.at || 0, seats.length).map((score, seat) => `${isolate(seats[seat])}: ${figure(score)}`).join(", ");
  }
}
