// The clock of a turn. The server keeps the time; the page counts down from what was left when the
// answer came.
import { announce } from "../room/announcer.js";
import { find, text } from "../room/page.js";
import { formatTime, urgency, validFor } from "../clock/clock_reading.js";

const WARNINGS = [30000, 10000]; // ms left at which the time is announced

export class TurnClock {
  #ends = 0; // by performance.now()
  #timer = 0;
  #warned = 0;

  /** @param {() => void} over called when the time is over */
  constructor(over) { this.over = over; }

  /** Count down from what is left, or stop.
   * @param {number | null} left in ms @param {number} since by performance.now() */
  show(left, since) {
    clearTimeout(this.#timer);
    if (left === null) return;
    this.#ends = since + left;
    this.#warned = WARNINGS.filter((limit) => left <= limit).length;
    this.#tick();
  }

  #tick() {
    const left = Math.max(0, this.#ends - performance.now());
    const clock = find("#turn-clock");
    if (clock) {
      clock.textContent = formatTime(left);
      clock.className = `turn-clock ${urgency(left)}`;
    }
    if (left <= (WARNINGS[this.#warned] ?? -1)) {
      announce(text("timeLeft", { n: WARNINGS[this.#warned] / 1000 }));
      this.#warned += 1;
    }
    if (left) this.#timer = window.setTimeout(() => this.#tick(), validFor(left));
    else this.over();
  }
}
