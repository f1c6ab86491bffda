// Sends commands to the server. Moves wait in the room's outbox until they are answered; one that
// is repeated after a lost connection, a sleep or a reload carries the same key, so the server
// carries it out once. All other commands are sent once, one after another and after a move that is
// under way, and the user is told if no answer comes. The rules are in ../site/sending.js.
import { Outbox, scopeOf } from "../site/outbox.js";
import { decideOutcome, isQueued, isTakenBack, kindOf } from "../site/sending.js";
import { isOutdated, reload } from "../site/session.js";
import { announce, message } from "./announcer.js";
import { sendRequest } from "./requests.js";
import { find, text } from "./page.js";

/** @typedef {import("./fragments.js").Fragments} Fragments */
/** @typedef {import("../site/outbox.js").Sent} Sent */
/** @typedef {import("../site/sending.js").Sentence} Sentence */

export class Commands {
  #outbox;
  /** @type {Promise<void> | null} while moves are being sent */
  #running = null;
  #retryTimer = 0;
  /** @type {Sent | null} the move that is under way */
  #underWay = null;
  /** @type {WeakSet<Sent>} moves that the server has refused */
  #refused = new WeakSet();
  /** @type {WeakSet<Sent>} plays that were taken back while they were under way */
  #takenBack = new WeakSet();
  /** @type {Promise<unknown>} the end of the last other command */
  #previous = Promise.resolve();
  /** @type {Map<string, Promise<boolean>>} other commands that are not answered yet */
  #others = new Map();

  /** @param {HTMLElement} room @param {Fragments} fragments @param {string} viewer a mark of the
   * viewer */
  constructor(room, fragments, viewer) {
    this.room = room;
    this.fragments = fragments;
    this.#outbox = new Outbox(scopeOf("commands", viewer, fragments.state.room));
  }

  listen() {
    window.addEventListener("online", () => this.resend());
    window.addEventListener("storage", () => this.#showWaiting("")); // another tab has sent it
  }

  /** @param {string} url @param {Record<string, string>} fields
   * @returns {Promise<boolean>} whether it was done at once */
  send(url, fields) { return isQueued(kindOf(fields)) ? this.#queue(url, fields) : this.#sendOnce(url, fields); }

  /** Send the waiting moves in order until one fails.
   * @returns {Promise<void>} */
  resend() {
    this.#running ??= this.#sendAll().finally(() => { this.#running = null; });
    return this.#running;
  }

  /** Drop a waiting play whose tiles have moved since.
   * @param {string} url where plays go
   * @param {{ position: string, tiles: string }} play what a play would be now */
  takeBack(url, play) {
    const { game, turn } = this.fragments.state;
    const now = { url, game, turn: String(turn), ...play };
    for (const sent of this.#outbox.entries.filter((one) => isTakenBack(one, now))) {
      if (sent !== this.#underWay) this.#outbox.remove(sent);
      else {
        this.#takenBack.add(sent);
        if (shownWaiting()) message(text("underWay"), "warning");
      }
    }
    if (!this.#outbox.size) this.#showWaiting("");
  }

  /** @param {string} url @param {Record<string, string>} fields @returns {Promise<boolean>} */
  async #queue(url, fields) {
    const sent = this.#outbox.add(url, fields);
    this.#takenBack.delete(sent);
    if (this.#outbox.size === 1) message("");
    await this.resend();
    return !this.#outbox.holds(sent) && !this.#refused.has(sent);
  }

  async #sendAll() {
    clearTimeout(this.#retryTimer);
    let [pause, refusal] = [0, ""];
    while (!pause && this.#outbox.first) {
      const sent = this.#underWay = this.#outbox.first;
      pause = await this.#postMove(sent);
      this.#underWay = null;
      if (this.#refused.has(sent)) refusal = shown();
    }
    if (pause) this.#retryTimer = window.setTimeout(() => this.resend(), pause);
    if (refusal && !shown()) message(refusal); // a later answer cleared it
  }

  /** @param {Sent} sent
   * @returns {Promise<number>} ms until it is sent again, 0 once it was answered */
  async #postMove(sent) {
    const { status, again, say } = await this.#post("act", sent.url, { ...sent.fields, key: sent.key });
    const wanted = !this.#takenBack.has(sent);
    if (again && wanted) {
      if (status) message(""); // it will be made: the reason for the delay is enough
      this.#showWaiting(say);
      return again;
    }
    this.#outbox.remove(sent);
    if (status >= 400) this.#refused.add(sent);
    if (wanted) this.#showOutcome(say, status);
    else if (!status) this.#showOutcome("unanswered", 0);
    this.#showWaiting("");
    return 0;
  }

  /** Send a command that is never repeated, after what was sent before: a move ends a request for a
   * pause. Pressing its button again while it is under way adds no second one.
   * @param {string} url @param {Record<string, string>} fields @returns {Promise<boolean>} */
  #sendOnce(url, fields) {
    const name = JSON.stringify([url, fields]);
    const same = this.#others.get(name);
    if (same) return same;
    const values = { ...fields, game: this.fragments.pressedGame };
    const done = Promise.all([this.#previous, this.#running]).then(async () => {
      message("");
      const { status, say } = await this.#post("seat", url, values);
      this.#showOutcome(say, status);
      return status > 0 && status < 400;
    });
    this.#others.set(name, done);
    this.#previous = done.finally(() => this.#others.delete(name));
    return done;
  }

  /** @param {"act" | "seat"} kind @param {string} url @param {Record<string, string>} values */
  async #post(kind, url, values) {
    if (isOutdated()) {
      reload();
      return { ...decideOutcome(kind, 0), say: /** @type {Sentence} */ ("") };
    }
    return sendRequest(this.room, { kind, method: "POST", url, wanted: this.fragments.wanted, values });
  }

  /** @param {Sentence} sentence to say unless the answer has brought a message
   * @param {number} status */
  #showOutcome(sentence, status) { if (sentence && !(status && this.fragments.hasMessage)) message(text(sentence)); }

  /** Say that moves are waiting to be sent, and why.
   * @param {Sentence} why "" to leave the reason as it is */
  #showWaiting(why) {
    const sentence = !this.#outbox.size ? "" : (why && text(why)) || shownWaiting();
    if (sentence === shownWaiting()) return;
    const notice = find("#waiting");
    if (notice) notice.textContent = sentence;
    announce(sentence);
  }
}

const shown = () => find("#_message")?.textContent || "";
const shownWaiting = () => find("#waiting")?.textContent || "";
