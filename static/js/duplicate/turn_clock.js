// The clock of the turn, or of the pause until the next one. It counts down by the server's time.
import { announce } from "../room/announcer.js";
import { text } from "../room/page.js";
import { reportEvent } from "../room/room_events.js";
import { formatTime, urgency, validFor } from "../clock/clock_reading.js";
import { PageTime } from "../clock/page_time.js";
import { stateOf } from "./state.js";

/** @typedef {import("../room/fragments.js").Fragments} Fragments */
/** @typedef {import("./state.js").DuplicateState} DuplicateState */

const URGENT = 10000; // ms
const LAST_MOMENT = { earliest: 1000, latest: 600 }; // ms before the end; pages do not send all at once
const LAST_MOMENT_HIDDEN = 2500; // ms: a browser delays the timers of hidden pages

export class TurnClock {
  #time;
  #timer = 0;
  #turn = ""; // whose warnings these are
  /** @type {Set<number>} when it has warned, in ms before the end */
  #warned = new Set();
  #lead = LAST_MOMENT.earliest - Math.random() * (LAST_MOMENT.earliest - LAST_MOMENT.latest);
  #isSent = false; // whether the last moment of the turn has come
  /** Called once in the last moment of a turn; set by duplicate.js. */
  lastMoment = () => {};

  /** @param {HTMLElement} room @param {HTMLElement} region @param {Fragments} fragments
   * @param {(message: string) => void} send sends to the server over the socket */
  constructor(room, region, fragments, send) {
    this.region = region;
    this.fragments = fragments;
    this.#time = new PageTime(room, region, send, () => stateOf(fragments).due !== null);
  }

  listen() { this.#time.listen(); }

  /** Show the time of the state that has arrived. */
  show() {
    const state = stateOf(this.fragments);
    const { due, turn, phase } = state;
    const isShown = due !== null && ["playing", "pause"].includes(phase);
    this.region.hidden = !isShown;
    clearTimeout(this.#timer);
    if (!isShown) return;
    const name = `${turn} ${phase}`;
    if (name !== this.#turn) {
      this.#turn = name;
      const left = due - this.#time.now();
      this.#warned = new Set(warningsOf(state).filter((at) => left <= at));
      this.#isSent = false;
      this.#time.ask();
    }
    this.#tick();
  }

  #tick() {
    const state = stateOf(this.fragments);
    const left = Math.max(0, (state.due ?? 0) - this.#time.now());
    const isTurn = state.phase === "playing";
    const time = /** @type {HTMLElement} */ (this.region.querySelector("time"));
    put(time, formatTime(left));
    this.region.className = ["turn-clock", isTurn ? urgency(left) : "resting"].filter(Boolean).join(" ");
    if (isTurn) {
      this.#warn(state, left);
      this.#send(left);
    }
    if (left > 0) this.#timer = window.setTimeout(() => this.#tick(), validFor(left));
  }

  /** @param {DuplicateState} state @param {number} left */
  #warn(state, left) {
    const due = warningsOf(state).filter((at) => left <= at && !this.#warned.has(at));
    if (!due.length) return;
    due.forEach((at) => this.#warned.add(at));
    const at = Math.min(...due);
    const sentence = text("timeLeft", { n: Math.round(at / 1000) });
    reportEvent(`low:${state.game}:${state.turn}:${at}`, "low_time", sentence, at <= URGENT ? "urgent" : "low_time");
    announce(sentence);
  }

  /** @param {number} left */
  #send(left) {
    const lead = document.visibilityState === "visible" ? this.#lead : LAST_MOMENT_HIDDEN;
    if (this.#isSent || left > lead) return;
    this.#isSent = true;
    if (left > 0) this.lastMoment();
  }
}

/** Return when to warn, in ms before the end of the turn.
 * @param {DuplicateState} state */
function warningsOf({ due, warning }) {
  return due === null || warning === null ? [URGENT] : [due - warning, URGENT];
}

/** @param {Element} element @param {string} message */
function put(element, message) { if (element.textContent !== message) element.textContent = message; }
