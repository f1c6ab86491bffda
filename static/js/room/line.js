// The health of the room's socket: kept alive, healed, and doubted when it is silent. What it brings
// is placed by htmx's extension, see parts.js; a socket that opens brings what was missed.
import { carry } from "./carry.js";
import { one, text } from "./page.js";
import { CROWDED, crowdedPause } from "../site/pauses.js";

/** @typedef {import("./parts.js").Parts} Parts */

const SILENCE = 45000; // ms without a sign of life after which a connection counts as dead
const GRACE = 1200; // ms a connection may be lost before the page says so
const STEADY = 500; // ms a connection must stay open to count as found again
const HEALED = [1006, 1011, 1012, 1013]; // closing codes after which the extension itself comes back
const FAREWELLS = [1000, 1001, 1005]; // said by servers that go down
const BEHIND = 5000; // ms a page may be behind others before it is told
const SEVERAL = 4; // bundles that are acknowledged at once; fewer wait for the sign of life
const GONE = [4404, 4403]; // there is no such room, or it is closed to whoever looks on
const ENDED = 4401; // this browser is somebody else's by now: site.js loads the page anew
const PENANCE = 30000; // ms to stay away after any other code

export class Line {
  #heard = performance.now();
  #bannerAt = 0;
  #steadyAt = 0;
  #unsaid = 0; // bundles the server does not yet know to have come
  #lost = 0; // connections in a row that did not stay
  #behindAt = 0;
  #behind = false; // whether the server knows that the page is behind others
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {SocketWrapper | null} */
  #wrapper = null;

  /** @param {HTMLElement} room @param {Parts} parts @param {() => void} resend */
  constructor(room, parts, resend) {
    this.room = room;
    this.parts = parts;
    this.resend = resend;
  }

  listen() {
    htmx.config.wsReconnectDelay = () => Math.min(8000, 250 * 2 ** this.#lost) * (0.5 + Math.random() / 2);
    htmx.createWebSocket = (url) => this.#create(url);
    this.room.addEventListener("htmx:wsOpen", ({ detail }) => this.#open(detail.socketWrapper));
    this.room.addEventListener("htmx:wsClose", ({ detail }) => this.#close(detail.socketWrapper, detail.event.code));
    this.room.addEventListener("htmx:wsAfterMessage", ({ detail }) => this.#hear(detail.socketWrapper));
    setInterval(() => { if (this.#isSilent()) this.#renew(); }, 5000);
    document.addEventListener("visibilitychange", () => { this.#tellPlace(); this.#wake(); });
    window.addEventListener("pageshow", (event) => { if (event.persisted) this.#wake(); });
    window.addEventListener("online", () => this.#renew()); // the old way may be gone for good
    window.addEventListener("offline", () => this.#showLost());
  }

  /** @param {string} url */
  #create(url) {
    this.#socket = new WebSocket(`${url}?stamp=${this.parts.state.stamp}`);
    this.#heard = performance.now();
    return this.#socket;
  }

  /** @param {SocketWrapper} wrapper */
  #open(wrapper) {
    this.#wrapper = wrapper;
    this.#heard = performance.now();
    this.#unsaid = 0;
    this.#behind = false;
    this.#tellPlace();
    clearTimeout(this.#steadyAt);
    this.#steadyAt = window.setTimeout(() => this.#showFound(), STEADY); // one that goes down opens and closes
    this.resend();
  }

  /** @param {SocketWrapper} wrapper @param {number} code */
  #close(wrapper, code) {
    this.#wrapper = wrapper;
    this.#lost += 1;
    this.#showLost();
    if (HEALED.includes(code) || GONE.includes(code) || code === ENDED) return;
    if (code === CROWDED) one("[data-banner]").textContent = text("full");
    const pause = FAREWELLS.includes(code) ? 500 + Math.random() * 1000 : PENANCE;
    setTimeout(() => this.#reconnect(), code === CROWDED ? crowdedPause(this.#lost) : pause);
  }

  /** @param {SocketWrapper} wrapper */
  #hear(wrapper) {
    this.#heard = performance.now();
    this.#showFound();
    if (this.parts.follows) this.#unsaid += 1;
    if (this.#unsaid >= (this.parts.follows ? SEVERAL : 1)) {
      wrapper.send(`seen ${this.parts.state.stamp}`);
      this.#unsaid = 0;
    }
  }

  /** Say whether the page is in front: at once when it comes there, else after a while. */
  #tellPlace() {
    clearTimeout(this.#behindAt);
    const behind = document.visibilityState !== "visible";
    if (behind === this.#behind) return;
    this.#behindAt = window.setTimeout(() => {
      if (this.#socket?.readyState !== WebSocket.OPEN) return; // it is told when it opens
      this.#behind = behind;
      this.#wrapper?.send(behind ? "hidden" : "shown");
    }, behind ? BEHIND : 0);
  }

  /** Say something that is worth nothing later on.
   * @param {string} said */
  say(said) { if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(said); }

  #reconnect() {
    const state = this.#socket?.readyState;
    if (state !== WebSocket.OPEN && state !== WebSocket.CONNECTING) this.#wrapper?.reconnect();
  }

  #isSilent() { return performance.now() - this.#heard > SILENCE; }

  /** Give up a connection that is open in name only, and make another. */
  #renew() {
    if (this.#socket) {
      if (this.#wrapper) this.#socket.onclose = null; // else the extension alone can make another
      this.#socket.close();
      this.#socket = null;
      this.#heard = performance.now();
      this.#showLost();
    }
    this.#reconnect();
  }

  /** The page is looked at again. */
  #wake() {
    if (document.visibilityState !== "visible") return;
    if (this.#isSilent()) this.#renew();
    else this.#reconnect();
    const { stamp } = this.parts.state;
    const url = `${this.room.dataset.bundle}?stamp=${stamp}`;
    carry(this.room, { verb: "GET", url, wanted: this.parts.wanted });
    this.resend();
  }

  #showLost() {
    clearTimeout(this.#steadyAt);
    this.#bannerAt ||= window.setTimeout(() => { one("[data-banner]").hidden = false; }, GRACE);
  }

  #showFound() {
    clearTimeout(this.#bannerAt);
    this.#bannerAt = this.#lost = 0;
    one("[data-banner]").hidden = true;
    one("[data-banner]").textContent = text("lost");
  }
}
