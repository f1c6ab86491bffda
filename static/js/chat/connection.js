// The socket of a room's chat, also used for other live parts. Every update is complete, so a lost
// one does no harm: a new connection says what is shown already, and the server sends what is
// newer.

import { noteRelease, ownRelease } from "../site/release.js";
import { CROWDED, crowdedPause } from "../site/retry_delays.js";

const SILENCE = 45000; // ms of silence after which a connection is dead
const GONE = [4404, 4403]; // no such room, or closed to spectators
const ENDED = 4401; // another log-in in this browser: site.js loads the page again

export class LiveConnection {
  #lastMessageAt = 0;
  #lost = 0; // failed connections in a row
  #reconnectTimer = 0;
  #over = false; // whether nothing more can come
  /** @type {WebSocket | null} */
  #socket = null;

  /** @param {string} path @param {() => string} stamp of what is shown
   * @param {(html: string) => void} take @param {() => void} [gone] called when nothing more can
   * come, as what the page is about no longer exists */
  constructor(path, stamp, take, gone = () => {}) {
    this.path = path;
    this.stamp = stamp;
    this.take = take;
    this.gone = gone;
  }

  listen() {
    this.#open();
    setInterval(() => { if (performance.now() - this.#lastMessageAt > SILENCE) this.#renew(); }, 5000);
    document.addEventListener("visibilitychange", () => this.#checkConnection());
    window.addEventListener("pageshow", (event) => { if (event.persisted) this.#checkConnection(); });
    window.addEventListener("online", () => this.#renew()); // the old network may be gone
  }

  #open() {
    clearTimeout(this.#reconnectTimer);
    const url = new URL(`${this.path}?stamp=${this.stamp()}&release=${ownRelease}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = this.#socket = new WebSocket(url);
    this.#lastMessageAt = performance.now();
    socket.addEventListener("message", ({ data }) => {
      this.#lastMessageAt = performance.now();
      this.#lost = 0;
      if (data.startsWith("release ")) noteRelease(data.slice(8));
      else this.take(data);
    });
    socket.addEventListener("close", ({ code }) => {
      if (socket !== this.#socket) return;
      this.#over = GONE.includes(code);
      if (this.#over) return this.gone();
      if (code === ENDED) document.dispatchEvent(new CustomEvent("sessionended"));
      this.#lost += 1;
      const pause = Math.min(30000, 300 * 2 ** this.#lost) * (0.5 + Math.random() / 2);
      this.#reconnectTimer = window.setTimeout(() => this.#open(), code === CROWDED ? crowdedPause(this.#lost) : pause);
    });
  }

  /** Drop a connection that only seems to be open. */
  #renew() {
    if (this.#over) return;
    const old = this.#socket;
    this.#open();
    old?.close();
  }

  #checkConnection() {
    if (document.visibilityState !== "visible") return;
    if (this.#socket?.readyState !== WebSocket.OPEN) this.#renew();
  }
}
