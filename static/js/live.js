// The socket of the room: kept alive, healed, and doubted when it is silent. What comes in goes to
// room.js through `receive`; what a lost connection missed is asked for by the stamp shown.
import { one } from "./draw.js";

const SILENCE = 45000; // ms without a sign of life after which a connection counts as dead
const FAREWELLS = [1000, 1001, 1005]; // closing codes after which the extension would stay away

const stamp = () => one("#_stamp").dataset.stamp;

/** @param {HTMLElement} room @param {(html: string) => void} receive
 * @param {() => void} resend what a lost connection left unsent */
export function listenLive(room, receive, resend) {
  let heard = performance.now();
  let bannerAt = 0;
  let opened = false;
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {SocketWrapper | null} */
  let wrapper = null;

  htmx.config.wsReconnectDelay = (/** @type {number} */ tries) =>
    Math.min(8000, 250 * 2 ** tries) * (0.5 + Math.random() / 2);
  htmx.createWebSocket = (url) => {
    socket = new WebSocket(`${url}?stamp=${stamp()}`);
    heard = performance.now();
    return socket;
  };

  room.addEventListener("htmx:wsOpen", (event) => {
    wrapper = event.detail.socketWrapper;
    heard = performance.now();
    showBanner(false);
    if (opened) refresh(); // the first time the page itself has just come
    opened = true;
    resend();
  });
  room.addEventListener("htmx:wsClose", (event) => {
    wrapper = event.detail.socketWrapper;
    showBanner(true);
    if (FAREWELLS.includes(event.detail.event.code)) setTimeout(reconnect, 500 + Math.random() * 1000);
  });
  room.addEventListener("htmx:wsBeforeMessage", (event) => {
    event.preventDefault(); // parts come in by one door
    heard = performance.now();
    receive(event.detail.message);
    if (event.detail.message.includes('id="_stamp"')) event.detail.socketWrapper.send("seen");
  });

  function reconnect() {
    const trying = socket?.readyState === WebSocket.OPEN || socket?.readyState === WebSocket.CONNECTING;
    if (wrapper && !trying) wrapper.reconnect();
  }

  /** Ask for the state, if it is newer than what is shown. */
  async function refresh() {
    try {
      const headers = { "HX-Request": "true" };
      const answer = await fetch(`${room.dataset.bundle}?stamp=${stamp()}`, { headers });
      if (answer.status === 200) receive(await answer.text());
    } catch { /* the next sign of life asks again */ }
  }

  function wake() {
    if (document.visibilityState !== "visible") return;
    if (performance.now() - heard > SILENCE) drop();
    reconnect();
    refresh();
    resend();
  }

  /** Give up a connection that is open in name only. */
  function drop() {
    if (!socket) return;
    socket.onclose = null;
    socket.close();
    socket = null;
    heard = performance.now();
    showBanner(true);
  }

  /** @param {boolean} lost */
  function showBanner(lost) {
    clearTimeout(bannerAt);
    const banner = one("[data-banner]");
    if (lost) bannerAt = window.setTimeout(() => { banner.hidden = false; }, 1200);
    else banner.hidden = true;
  }

  setInterval(() => {
    if (performance.now() - heard < SILENCE) return;
    drop();
    reconnect();
  }, 5000);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => showBanner(true));
}
