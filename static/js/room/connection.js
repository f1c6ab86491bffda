// Keeps the room's socket connected: reconnects when it closes, and replaces it when it is silent.
// htmx's extension places the updates, see fragments.js. A new socket brings what was missed.
import { sendRequest } from "./requests.js";
import { one, text } from "./page.js";
import { CROWDED, crowdedPause } from "../site/retry_delays.js";

/** @typedef {import("./fragments.js").Fragments} Fragments */

const SILENCE = 45000; // ms of silence after which a connection is dead
const BANNER_PAUSE = 1200; // ms a connection may be lost before the page says so
const STABLE_AFTER = 500; // ms a connection must stay open to count as restored
const RECONNECTED_CODES = [1006, 1011, 1012, 1013]; // closing codes on which the extension reconnects
const SHUTDOWN_CODES = [1000, 1001, 1005]; // closing codes of servers that shut down
const BACKGROUND_PAUSE = 5000; // ms in the background before it is reported
const LEAST_ABSENCE = 1000; // ms hidden before a player's page reports it
const ACKNOWLEDGED_TOGETHER = 4; // states acknowledged together; fewer wait for the ping
const GONE = 4404; // no such room, or no longer
const FORBIDDEN = 4403; // closed to this spectator; the page says so
const ENDED = 4401; // another log-in in this browser: site.js loads the page again
const ERROR_PAUSE = 30000; // ms to wait after any other code

export class RoomConnection {
  #lastMessageAt = performance.now();
  #bannerTimer = 0;
  #connectedTimer = 0;
  #unacknowledged = 0; // states not yet acknowledged
  #lost = 0; // failed connections in a row
  #offlineAt = -Infinity; // when the browser reported that it is offline
  #backgroundTimer = 0;
  #hiddenAt = 0;
  #unreportedMs = 0; // ms hidden, not reported yet
  #inBackground = false; // whether the server knows of it
  #over = false; // whether nothing more can come
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {SocketWrapper | null} */
  #wrapper = null;

  /** @param {HTMLElement} room @param {Fragments} fragments @param {() => void} resend */
  constructor(room, fragments, resend) {
    this.room = room;
    this.fragments = fragments;
    this.resend = resend;
  }

  listen() {
    htmx.config.wsReconnectDelay = () => Math.min(8000, 250 * 2 ** this.#lost) * (0.5 + Math.random() / 2);
    htmx.createWebSocket = (url) => this.#create(url);
    this.room.addEventListener("htmx:wsOpen", ({ detail }) => this.#open(detail.socketWrapper));
    this.room.addEventListener("htmx:wsClose", ({ detail }) => this.#close(detail.socketWrapper, detail.event.code));
    this.room.addEventListener("htmx:wsAfterMessage", ({ detail }) => this.#receive(detail.socketWrapper));
    setInterval(() => { if (this.#isSilent()) this.#renew(); }, 5000);
    document.addEventListener("visibilitychange", () => {
      this.#sendVisibility();
      this.#countAway();
      this.#checkConnection();
    });
    window.addEventListener("pageshow", (event) => { if (event.persisted) this.#checkConnection(); });
    window.addEventListener("online", () => this.#renew()); // the old network may be gone
    window.addEventListener("offline", () => {
      if (this.#over) return;
      clearTimeout(this.#connectedTimer); // a socket that has just opened proves nothing now
      this.#offlineAt = performance.now();
      this.#showDisconnected();
    });
  }

  /** @param {string} url */
  #create(url) {
    this.#socket = new WebSocket(`${url}?stamp=${this.fragments.state.stamp}`);
    this.#lastMessageAt = performance.now();
    return this.#socket;
  }

  /** @param {SocketWrapper} wrapper */
  #open(wrapper) {
    this.#wrapper = wrapper;
    this.#lastMessageAt = performance.now();
    this.#unacknowledged = 0;
    this.#inBackground = false;
    this.#sendVisibility();
    this.#sendAbsence();
    clearTimeout(this.#connectedTimer);
    this.#connectedTimer = window.setTimeout(() => this.#showConnected(), STABLE_AFTER); // others close at once
    this.resend();
  }

  /** @param {SocketWrapper} wrapper @param {number} code */
  #close(wrapper, code) {
    this.#wrapper = wrapper;
    this.#lost += 1;
    if (code === GONE || code === FORBIDDEN) return this.#finish(code);
    this.#showDisconnected();
    if (RECONNECTED_CODES.includes(code) || code === ENDED) return;
    if (code === CROWDED) one("[data-banner]").textContent = text("full");
    const pause = SHUTDOWN_CODES.includes(code) ? 500 + Math.random() * 1000 : ERROR_PAUSE;
    setTimeout(() => this.#reconnect(), code === CROWDED ? crowdedPause(this.#lost) : pause);
  }

  /** Stop trying, and say so where nothing else does.
   * @param {number} code */
  #finish(code) {
    this.#over = true;
    this.#showConnected();
    if (code !== GONE) return;
    one("[data-banner]").textContent = text("gone");
    one("[data-banner]").hidden = false;
  }

  /** @param {SocketWrapper} wrapper */
  #receive(wrapper) {
    this.#lastMessageAt = performance.now();
    // A message that was sent before the network went away does not prove that it is back.
    if (this.#lastMessageAt - this.#offlineAt > BANNER_PAUSE) this.#showConnected();
    if (this.fragments.follows) this.#unacknowledged += 1;
    if (this.#unacknowledged >= (this.fragments.follows ? ACKNOWLEDGED_TOGETHER : 1)) {
      wrapper.send(`seen ${this.fragments.state.stamp}`);
      this.#unacknowledged = 0;
    }
  }

  /** Report whether the page is in front: at once when it comes to the front, else after a
   * while. */
  #sendVisibility() {
    clearTimeout(this.#backgroundTimer);
    const behind = document.visibilityState !== "visible";
    if (behind === this.#inBackground) return;
    this.#backgroundTimer = window.setTimeout(() => {
      if (this.#socket?.readyState !== WebSocket.OPEN) return; // #open reports it
      this.#inBackground = behind;
      this.#wrapper?.send(behind ? "hidden" : "shown");
    }, behind ? BACKGROUND_PAUSE : 0);
  }

  /** Add up how long the page is hidden, and report it when the page is in front again. */
  #countAway() {
    const now = Date.now(); // performance.now() may stop in sleep
    if (document.visibilityState !== "visible") this.#hiddenAt ||= now;
    else if (this.#hiddenAt) {
      this.#unreportedMs += now - this.#hiddenAt;
      this.#hiddenAt = 0;
      this.#sendAbsence();
    }
  }

  /** Report absence. Only players' pages do: it is kept for rated games, see the privacy page. */
  #sendAbsence() {
    const length = Math.min(this.#unreportedMs, 99999999);
    if (length >= LEAST_ABSENCE && this.#socket?.readyState === WebSocket.OPEN) {
      if (this.fragments.state.seat !== null) this.#wrapper?.send(`away ${length}`);
      this.#unreportedMs = 0;
    }
  }

  get isOpen() { return this.#socket?.readyState === WebSocket.OPEN; }

  /** Send something that would be worthless later: without a connection it is dropped.
   * @param {string} message @returns {boolean} whether it was sent */
  send(message) {
    if (!this.isOpen) return false;
    this.#socket?.send(message);
    return true;
  }

  #reconnect() {
    const state = this.#socket?.readyState;
    if (state !== WebSocket.OPEN && state !== WebSocket.CONNECTING) this.#wrapper?.reconnect();
  }

  #isSilent() { return performance.now() - this.#lastMessageAt > SILENCE; }

  /** Replace a connection that only seems to be open. */
  #renew() {
    if (this.#over) return;
    if (this.#socket) {
      if (this.#wrapper) this.#socket.onclose = null; // else only the extension can reconnect
      this.#socket.close();
      this.#socket = null;
      this.#lastMessageAt = performance.now();
      this.#showDisconnected();
    }
    this.#reconnect();
  }

  /** Check the connection and load the newest state when the page becomes visible. */
  #checkConnection() {
    if (document.visibilityState !== "visible" || this.#over) return;
    if (this.#isSilent()) this.#renew();
    else this.#reconnect();
    const { stamp } = this.fragments.state;
    const url = `${this.room.dataset.bundle}?stamp=${stamp}`;
    sendRequest(this.room, { method: "GET", url, wanted: this.fragments.wanted });
    this.resend();
  }

  #showDisconnected() {
    clearTimeout(this.#connectedTimer);
    this.#bannerTimer ||= window.setTimeout(() => { one("[data-banner]").hidden = false; }, BANNER_PAUSE);
  }

  #showConnected() {
    clearTimeout(this.#bannerTimer);
    this.#bannerTimer = this.#lost = 0;
    one("[data-banner]").hidden = true;
    one("[data-banner]").textContent = text("lost");
  }
}
