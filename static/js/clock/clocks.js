// The clocks at the table. Each bundle brings one figure; the page counts on from it by the server's
// time, which it asks for over the socket, and changes nothing but the text.
import { announce } from "../room/announcer.js";
import { happen } from "../room/happenings.js";
import { text } from "../room/page.js";
import { cost, goingBy, holdsFor, leftAt, urgency, write } from "./figure.js";
import { ServerTime } from "./servertime.js";

/** @typedef {import("../room/parts.js").Parts} Parts */
/** @typedef {import("./figure.js").Clock} Clock */

const QUESTIONS = 8; // at once, when a socket opens
const PAUSE = 120; // ms between them
const EVERY = 15000; // ms between questions later on
const WARNINGS = [{ under: 30000, sound: "low_time" }, { under: 10000, sound: "urgent" }];

export class Clocks {
  #time = new ServerTime();
  #tickAt = 0;
  #warned = ""; // of which figure, and how often
  #names = "";

  /** @param {HTMLElement} room @param {HTMLElement} region @param {Parts} parts
   * @param {(said: string) => void} say to the server, over the socket */
  constructor(room, region, parts, say) {
    this.room = room;
    this.region = region;
    this.parts = parts;
    this.say = say;
  }

  listen() {
    const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    const began = performance.timeOrigin;
    this.#time.add(began + visit.requestStart, Number(this.region.dataset.now), began + visit.responseEnd);
    this.room.addEventListener("htmx:wsBeforeMessage", (event) => {
      const answer = /^time (\d+) (\d+)$/.exec(event.detail.message);
      if (!answer) return;
      event.preventDefault();
      this.#time.add(Number(answer[1]), Number(answer[2]), Date.now());
    });
    this.room.addEventListener("htmx:wsOpen", () => this.#ask());
    document.addEventListener("visibilitychange", () => this.#ask());
    setInterval(() => this.#ask(1), EVERY);
  }

  /** Agree with the state that has come. */
  show() {
    const { clock, seats } = this.parts.state;
    if (clock && this.region.hidden) this.#ask();
    this.region.hidden = !clock;
    this.room.toggleAttribute("data-timed", !!clock);
    if (!clock) return;
    const names = seats.slice(0, clock.left.length);
    if (names.join("\n") !== this.#names) this.#build(names);
    this.#names = names.join("\n");
    this.#tick();
  }

  #ask(times = QUESTIONS) {
    if (!this.parts.state.clock || document.visibilityState !== "visible") return;
    for (let time = 0; time < times; time += 1) {
      setTimeout(() => this.say(`time ${Date.now()}`), time * PAUSE);
    }
  }

  /** @param {string[]} names by seat */
  #build(names) {
    this.region.className = `seats clocks n${names.length}`;
    this.region.replaceChildren(...names.map((name, seat) => {
      const [row, who] = [document.createElement("p"), document.createElement("span")];
      row.className = `clock p${seat}`;
      who.className = "sr";
      who.textContent = `${name}: `;
      row.append(who, document.createElement("small"), document.createElement("time"));
      return row;
    }));
  }

  #tick() {
    clearTimeout(this.#tickAt);
    const { clock } = this.parts.state;
    if (!clock) return;
    const now = this.#time.at(Date.now());
    clock.left.forEach((_, seat) => this.#draw(clock, seat, leftAt(clock, seat, now)));
    this.#warn(clock, now);
    const [seat] = goingBy(clock);
    const left = seat === undefined ? null : leftAt(clock, seat, now);
    const least = seat === clock.running ? -clock.overtime : 0;
    if (left === null || left <= least) return; // nothing goes by, or nothing more
    this.#tickAt = window.setTimeout(() => this.#tick(), holdsFor(left));
  }

  /** @param {Clock} clock @param {number} seat @param {number | null} left */
  #draw(clock, seat, left) {
    const row = this.region.children[seat];
    row.toggleAttribute("data-none", left === null);
    if (left === null) return;
    const [, note, time] = row.children;
    const points = cost(left);
    const idle = seat === this.parts.state.toMove && clock.stands ? text(clock.stands) : "";
    put(note, points ? `−${points}` : idle);
    put(time, write(left));
    const state = goingBy(clock).includes(seat) ? "runs" : idle && "stands";
    const wanted = ["clock", `p${seat}`, state, urgency(left)].filter(Boolean).join(" ");
    if (row.className !== wanted) row.className = wanted;
  }

  /** One's own time is running short: said and rung once for each figure.
   * @param {Clock} clock @param {number} now */
  #warn(clock, now) {
    const { seat } = this.parts.state;
    if (seat === null || seat !== clock.running) return;
    const [left, first] = [leftAt(clock, seat, now) ?? 0, clock.left[seat] ?? 0];
    const due = WARNINGS.filter(({ under }) => left <= under && first > under);
    const told = `${clock.since} ${due.length}`;
    if (!due.length || told === this.#warned) return;
    this.#warned = told;
    const { under, sound } = due[due.length - 1];
    const said = text("timeleft", { n: under / 1000 });
    happen(`low:${told}`, "low_time", said, sound);
    announce(said);
  }
}

/** @param {Element} element @param {string} said */
function put(element, said) { if (element.textContent !== said) element.textContent = said; }
