// Looking back: the board, the last play and the scores as they were after a move, while the game goes
// on. What lies tentatively stays on the table meanwhile, unseen. What each move did: steps.js.
import { announce, message } from "./announcer.js";
import { drawTiles } from "./pastboard.js";
import { all, one, text } from "./page.js";
import { countScores } from "./scores.js";
import { Steps } from "./steps.js";

/** @typedef {import("./parts.js").Parts} Parts */
/** @typedef {import("./painter.js").Painter} Painter */

const SWIPE = 40; // px a finger goes along the board to mean the next move

export class Past {
  #steps = new Steps();
  #game = "";
  #seen = 0; // moves there were when the viewer began to look back
  /** @type {number | null} the number of the move looked at, 0 for the start, null for the newest state */
  at = null;

  /** @param {HTMLElement} room @param {Parts} parts @param {Painter} painter
   * @param {() => void} leave what hides the board is to go */
  constructor(room, parts, painter, leave) {
    this.room = room;
    this.parts = parts;
    this.painter = painter;
    this.leave = leave;
  }

  listen() {
    document.addEventListener("click", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const way = /** @type {HTMLElement | null} */ (target.closest("[data-step]"))?.dataset.step;
      const line = /** @type {HTMLLIElement | null} */ (target.closest(".moves li[value] > button:first-of-type")?.parentElement);
      if (way) this.step(way);
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
    if (ctrlKey || metaKey || altKey || !this.parts.state.turn) return false;
    /** @type {Record<string, string>} */
    const keys = { PageUp: "previous", PageDown: "next", Home: "first", End: "live" };
    const elsewhere = !(/** @type {HTMLElement} */ (target).closest("[role=grid], [role=option], #ear, .scroll"));
    /** @type {Record<string, string>} */
    const back = { Escape: "live", ...(elsewhere && { ArrowLeft: "previous", ArrowRight: "next" }) };
    const way = shiftKey ? keys[key] : this.at !== null && back[key];
    if (way) this.step(way);
    return !!way;
  }

  /** @param {string} way "first", "previous", "next" or "live" */
  step(way) {
    const { turn } = this.parts.state;
    const at = this.at ?? turn;
    if (way === "first") this.go(0);
    else if (way === "previous") this.go(Math.max(0, at - 1));
    else if (way === "next" && at < turn) this.go(at + 1);
    else this.live();
  }

  /** Look at the position after the move with this number.
   * @param {number} number */
  async go(number) {
    const { game, turn } = this.parts.state;
    if (!turn) return;
    const wanted = Math.min(Math.max(number, 0), turn);
    if (!await this.#know(game, turn)) return message(text("unsent"), "warning");
    if (this.parts.state.game !== game) return;
    if (this.at === null) this.#seen = turn;
    this.at = wanted;
    this.leave();
    this.#show();
    announce([this.#place(), this.#steps.at(wanted).said, this.#scores()].join(" "));
  }

  /** Back to the newest state. */
  live() {
    if (this.at === null) return;
    const focused = one("#past").contains(document.activeElement);
    this.at = null;
    this.#show();
    if (focused) this.painter.squares.focus(this.painter.table.cursor);
    announce(text("live"));
  }

  /** A bundle has come: one goes on looking where one looks, but for another game. */
  follow() {
    const moved = this.at !== null && this.parts.state.game !== this.#game;
    if (moved) this.live();
    else this.#show();
    if (moved) message(text("nextgame"), "info");
  }

  /** @param {string} game @param {number} turn @returns {Promise<boolean>} whether all moves are known */
  async #know(game, turn) {
    if (game !== this.#game) this.#steps.forget();
    this.#game = game;
    const after = this.#steps.count;
    if (after >= turn) return true;
    const url = (this.room.dataset.steps || "").replace(/[^/]*\/steps\/0\/$/, `${game}/steps/${after}/`);
    try {
      const answer = await fetch(url);
      if (answer.ok) this.#steps.add(after, (await answer.json()).steps);
    } catch { /* no line: said by whoever asked */ }
    return this.#steps.count >= turn;
  }

  #show() {
    const { at, room, painter } = this;
    const { turn, number, seats } = this.parts.state;
    room.toggleAttribute("data-past", at !== null);
    one("#past").hidden = at === null;
    painter.squares.past = at === null ? null : this.#steps.boardAt(at);
    if (at !== null) this.#tell(at, turn);
    const board = { cols: painter.table.cols, owned: !!room.dataset.owned };
    drawTiles(one("#past-tiles"), painter.squares.past ?? new Map(), at === null ? null : this.#steps.at(at), board);
    countScores(at === null ? null : this.#steps.scoresAt(at, seats.length));
    this.#mark(at, turn);
    painter.paint();
    const url = new URL(location.href);
    url.search = at === null ? "" : `?game=${number}&move=${at}`;
    if (url.href !== location.href) history.replaceState(history.state, "", url);
  }

  /** @param {number} at @param {number} turn */
  #tell(at, turn) {
    const fresh = turn - this.#seen;
    one("#past b").textContent = this.#place();
    one("#past-said").textContent = one("#past-said").title = this.#steps.at(at).said;
    one("#past em").textContent = fresh ? text(fresh === 1 ? "newmove" : "newmoves", { n: fresh }) : "";
  }

  /** Show in the list of moves where one is, and which way one may go.
   * @param {number | null} at @param {number} turn */
  #mark(at, turn) {
    for (const line of /** @type {HTMLLIElement[]} */ (all(".moves li"))) {
      if (line.value === at) line.setAttribute("aria-current", "true");
      else line.removeAttribute("aria-current");
      const score = line.querySelector("button ~ button");
      if (score) score.ariaLabel = text("scored", { n: score.textContent || "" });
    }
    for (const button of all("[data-step]")) {
      const newest = at === null && ["next", "live"].includes(button.dataset.step || "");
      button.ariaDisabled = String(!turn || newest || (at === 0 && button.dataset.step === "previous"));
    }
  }

  #place() { return this.at ? text("moveof", { n: this.at, all: this.parts.state.turn }) : text("start"); }

  #scores() {
    const { seats } = this.parts.state;
    return this.#steps.scoresAt(this.at || 0, seats.length).map((score, seat) => `${seats[seat]}: ${score}`).join(", ");
  }
}
