// The clocks at the table. Each update brings the times; the page counts down from there by the
// server's time, which it asks for over the socket, and changes nothing but the text.
import { announce } from "../room/announcer.js";
import { reportEvent } from "../room/room_events.js";
import { isolate, text } from "../room/page.js";
import { overtimePenalty, runningSeats, validFor, leftAt, urgency, formatTime } from "./clock_reading.js";
import { PageTime } from "./page_time.js";

/** @typedef {import("../room/fragments.js").Fragments} Fragments */
/** @typedef {import("./clock_reading.js").Clock} Clock */

const WARNINGS = [{ under: 30000, sound: "low_time" }, { under: 10000, sound: "urgent" }];

export class Clocks {
  #time;
  #tickTimer = 0;
  #warned = ""; // for which clock, and how often
  #names = "";

  /** @param {HTMLElement} room @param {HTMLElement} region @param {Fragments} fragments
   * @param {(message: string) => void} send sends to the server over the socket */
  constructor(room, region, fragments, send) {
    this.room = room;
    this.region = region;
    this.fragments = fragments;
    this.#time = new PageTime(room, region, send, () => !!fragments.state.clock);
  }

  listen() { this.#time.listen(); }

  /** Show the clocks of the state that has arrived. */
  show() {
    const { clock, seats } = this.fragments.state;
    if (clock && this.region.hidden) this.#time.ask();
    this.region.hidden = !clock;
    this.room.toggleAttribute("data-timed", !!clock);
    if (!clock) return;
    const names = seats.slice(0, clock.left.length);
    if (names.join("\n") !== this.#names) this.#build(names);
    this.#names = names.join("\n");
    this.#tick();
  }

  /** @param {string[]} names by seat */
  #build(names) {
    this.region.className = `seats clocks n${names.length}`;
    this.region.replaceChildren(...names.map((name, seat) => {
      const [row, who] = [document.createElement("p"), document.createElement("span")];
      row.className = `clock p${seat}`;
      who.className = "visually-hidden";
      who.textContent = `${isolate(name)}: `;
      row.append(who, document.createElement("small"), document.createElement("time"));
      return row;
    }));
  }

  #tick() {
    clearTimeout(this.#tickTimer);
    const { clock } = this.fragments.state;
    if (!clock) return;
    const now = this.#time.now();
    clock.left.forEach((_, seat) => this.#draw(clock, seat, leftAt(clock, seat, now)));
    this.#warn(clock, now);
    const [seat] = runningSeats(clock);
    const left = seat === undefined ? null : leftAt(clock, seat, now);
    const least = seat === clock.running ? -clock.overtime : 0;
    if (left === null || left <= least) return; // not running, or run out
    this.#tickTimer = window.setTimeout(() => this.#tick(), validFor(left));
  }

  /** @param {Clock} clock @param {number} seat @param {number | null} left */
  #draw(clock, seat, left) {
    const row = this.region.children[seat];
    row.toggleAttribute("data-none", left === null);
    if (left === null) return;
    const [, note, time] = row.children;
    const points = overtimePenalty(left);
    const idle = seat === this.fragments.state.toMove && clock.stands ? text(clock.stands) : "";
    put(note, points ? `−${points}` : idle);
    put(time, formatTime(left));
    const state = runningSeats(clock).includes(seat) ? "running" : idle && "paused";
    const wanted = ["clock", `p${seat}`, state, urgency(left)].filter(Boolean).join(" ");
    if (row.className !== wanted) row.className = wanted;
  }

  /** Warn of low time by sound and announcement, once per clock and threshold.
   * @param {Clock} clock @param {number} now */
  #warn(clock, now) {
    const { seat } = this.fragments.state;
    if (seat === null || seat !== clock.running) return;
    const [left, first] = [leftAt(clock, seat, now) ?? 0, clock.left[seat] ?? 0];
    const due = WARNINGS.filter(({ under }) => left <= under && first > under);
    const warning = `${clock.since} ${due.length}`;
    if (!due.length || warning === this.#warned) return;
    this.#warned = warning;
    const { under, sound } = due[due.length - 1];
    const message = text("timeLeft", { n: under / 1000 });
    reportEvent(`low:${warning}`, "low_time", message, sound);
    announce(message);
  }
}

/** @param {Element} element @param {string} message */
function put(element, message) { if (element.textContent !== message) element.textContent = message; }
