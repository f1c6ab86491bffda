// Sends the player's plays. The last one of a turn counts, so a newer play takes the place of one
// that waits. A play is sent again until it is answered or the turn is over, also after a reload; it
// carries a key, so that the server takes it once.
import { announce, message, words } from "../room/announcer.js";
import { find, text } from "../room/page.js";
import { sendRequest } from "../room/requests.js";
import { newKey } from "../site/outbox.js";
import { decideOutcome } from "../site/sending.js";

/** @typedef {import("../room/fragments.js").Fragments} Fragments */
/** @typedef {{ position: string, tiles: string }} Play */
/** @typedef {{ turn: number, play: Play, key: string, isFallback: boolean }} Waiting */

const STORAGE_KEY = "submission";
const LONGEST_PAUSE = 1000; // ms between attempts without a connection: turns are short

export class Submissions {
  /** @type {Waiting | null} */
  #waiting = null;
  #said = ""; // the key of the play of which the page has said that it is not sent yet
  #isRunning = false;
  #timer = 0;

  /** @param {HTMLElement} room @param {Fragments} fragments
   * @param {import("./socket_plays.js").SocketPlays} socket */
  constructor(room, fragments, socket) {
    this.room = room;
    this.fragments = fragments;
    this.socket = socket;
    this.#waiting = this.#recall();
  }

  /** What the server has of this player in this turn.
   * @returns {Play | null} */
  get sent() {
    const { position, tiles } = find("#_own_play")?.dataset ?? {};
    return position && tiles ? { position, tiles } : null;
  }

  /** Whether something was sent in this turn, or is on its way. */
  get hasSent() { return this.#waiting !== null || this.sent !== null; }

  /** @param {Play} play @param {{ isFallback?: boolean }} how a fallback counts only if the player
   * has sent nothing in this turn, on any device */
  send(play, { isFallback = false } = {}) {
    this.#wait({ turn: this.fragments.state.turn, play, key: newKey(), isFallback });
    return this.resend();
  }

  /** Send the play that waits, if there is one. */
  async resend() {
    if (this.#isRunning) return;
    clearTimeout(this.#timer);
    this.#isRunning = true;
    while (this.#waiting && await this.#post(this.#waiting)) { /* a newer play has come meanwhile */ }
    this.#isRunning = false;
  }

  /** @param {Waiting | null} waiting */
  #wait(waiting) {
    this.#waiting = waiting;
    try {
      if (waiting) sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ owner: this.#owner, ...waiting }));
      else sessionStorage.removeItem(STORAGE_KEY);
    } catch { /* without storage it waits as long as the page */ }
  }

  /** Whose plays of which game these are. */
  get #owner() { return `${this.room.dataset.entrant} ${this.fragments.state.game}`; }

  /** @returns {Waiting | null} what waited when the page was left */
  #recall() {
    try {
      const { owner, ...waiting } = JSON.parse(sessionStorage.getItem(STORAGE_KEY) || "{}");
      return owner === this.#owner ? waiting : null;
    } catch {
      return null;
    }
  }

  /** @param {Waiting} sending
   * @returns {Promise<boolean>} whether to go on */
  async #post(sending) {
    const { state } = this.fragments;
    if (sending.turn !== state.turn || state.phase !== "playing") {
      this.#wait(null);
      return false;
    }
    /** @type {Record<string, string>} */
    const values = { turn: String(sending.turn), key: sending.key, ...sending.play };
    if (sending.isFallback) values.fallback = "1";
    if (this.#said !== sending.key) message("");
    const answer = await this.#transmit(values);
    if (this.#waiting !== sending) return true;
    if (answer.again) {
      if (this.#said !== sending.key) message(text(answer.say), "warning"); // once, not at each attempt
      this.#said = sending.key;
      const pause = answer.status ? answer.again : Math.min(answer.again, LONGEST_PAUSE);
      this.#timer = window.setTimeout(() => this.resend(), pause);
      return false;
    }
    this.#wait(null);
    if (this.#said === sending.key) message("");
    if (answer.status < 400) announce(words(find("#_own_play p")));
    else if (!this.fragments.hasMessage) message(text(answer.say));
    return false;
  }

  /** Send a play over the socket, or else by a request; the key makes sure that it counts once.
   * @param {Record<string, string>} values @returns {Promise<import("../site/sending.js").Outcome>} */
  async #transmit(values) {
    const answer = await this.socket.submit(values);
    if (answer) return decideOutcome("act", answer.status, answer.wait);
    const url = this.room.dataset.submit || "";
    return sendRequest(this.room, { kind: "act", method: "POST", url, wanted: this.fragments.wanted, values });
  }
}
