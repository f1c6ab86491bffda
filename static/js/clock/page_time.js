// The server's time on a page with a socket, which asks for it when the socket opens and later on.
import { ServerTime } from "./server_time.js";

const QUESTIONS = 8; // sent when a socket opens
const PAUSE = 120; // ms between them
const EVERY = 15000; // ms between questions later on

export class PageTime {
  #time = new ServerTime();

  /** @param {HTMLElement} room @param {HTMLElement} region with the server's time in its data
   * @param {(message: string) => void} send sends to the server over the socket
   * @param {() => boolean} isWanted whether a clock is shown */
  constructor(room, region, send, isWanted) {
    this.room = room;
    this.region = region;
    this.send = send;
    this.isWanted = isWanted;
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
    this.room.addEventListener("htmx:wsOpen", () => this.ask());
    document.addEventListener("visibilitychange", () => this.ask());
    setInterval(() => this.ask(1), EVERY);
  }

  ask(times = QUESTIONS) {
    if (!this.isWanted() || document.visibilityState !== "visible") return;
    for (let time = 0; time < times; time += 1) {
      setTimeout(() => this.send(`time ${Date.now()}`), time * PAUSE);
    }
  }

  /** Return the server's time now, in ms since the epoch. */
  now() { return this.#time.at(Date.now()); }
}
