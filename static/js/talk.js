// Between page and server: commands (sent once, however often the network fails), the choosers that
// come before them, the live preview, and the room's socket, kept alive, healed, and doubted when it
// is silent. What comes in goes to room.js through `receive`.
import { all, face, message, one, text, tileName } from "./draw.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {{ url: string, fields: Record<string, string>, key: string }} Attempt */

const PATIENCE = 15000; // ms until an answer is given up for this time
const PAUSE = 150; // ms of quiet before a preview is asked for

/** @type {(html: string) => void} */
let receive = () => {};
let retryAt = 0;
let inFlight = "";

/** @param {(html: string) => void} receiver of parts, the same for every answer */
export function listenAnswers(receiver) {
  receive = receiver;
  window.addEventListener("online", resend);
}

function headers() {
  return { ...JSON.parse(document.body.getAttribute("hx-headers") || "{}"), "HX-Request": "true" };
}

/** Tell the server something. The same attempt, made again, carries the same key.
 * @param {string} url @param {Record<string, string>} fields */
export function command(url, fields) {
  const last = pending();
  const same = last && last.url === url && JSON.stringify(last.fields) === JSON.stringify(fields);
  const attempt = same ? last : { url, fields, key: newKey() };
  if (inFlight === attempt.key) return;
  sessionStorage.setItem("attempt", JSON.stringify(attempt));
  send(attempt);
}

/** Try again what was left unsent: after a reload, a sleep, a lost connection. */
export function resend() {
  const attempt = pending();
  if (attempt && !inFlight) send(attempt);
}

/** @returns {Attempt | null} */
function pending() { return JSON.parse(sessionStorage.getItem("attempt") || "null"); }

/** @param {Attempt} attempt */
async function send(attempt) {
  inFlight = attempt.key;
  clearTimeout(retryAt);
  message("");
  try {
    const body = new URLSearchParams({ ...attempt.fields, key: attempt.key });
    const patience = new AbortController();
    setTimeout(() => patience.abort(), PATIENCE);
    const { signal } = patience;
    const answer = await fetch(attempt.url, { method: "POST", body, headers: headers(), signal });
    if ([502, 503, 504].includes(answer.status)) throw new TypeError("out of reach");
    const html = await answer.text();
    if (pending()?.key === attempt.key) sessionStorage.removeItem("attempt");
    inFlight = "";
    if (answer.headers.get("HX-Refresh")) return location.reload();
    if (answer.status >= 500 || (answer.status >= 400 && !html.includes("_message"))) message(text("failed"));
    else receive(html);
  } catch {
    inFlight = "";
    message(text("unsent"), "warning");
    retryAt = window.setTimeout(resend, 3000);
  }
  return undefined;
}

/** Unique, also on plain http where randomUUID is missing. */
function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
}

/** @type {AbortController | null} */
let asking = null;
let askAt = 0;

/** Ask what the tentative tiles would score; an older question is dropped.
 * @param {string} url @param {Record<string, string>} fields
 * @param {(preview: HTMLElement) => void} show */
export function preview(url, fields, show) {
  dropPreview();
  askAt = window.setTimeout(async () => {
    const mine = asking = new AbortController();
    try {
      const body = new URLSearchParams(fields);
      const answer = await fetch(url, { method: "POST", body, headers: headers(), signal: mine.signal });
      const html = await answer.text();
      if (mine.signal.aborted || !answer.ok) return;
      const box = document.createElement("template");
      box.innerHTML = html;
      const part = /** @type {HTMLElement | null} */ (box.content.querySelector("#_preview"));
      if (part) show(part);
    } catch { /* the next change asks again */ }
  }, PAUSE);
}

export function dropPreview() {
  clearTimeout(askAt);
  asking?.abort();
}

/** Let the player choose in a dialog; null when it is closed without a choice.
 * @param {string} id @param {string} selector of what may be chosen
 * @returns {Promise<HTMLElement | null>} */
function choose(id, selector) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById(id));
  return new Promise((resolve) => {
    /** @type {HTMLElement | null} */
    let chosen = null;
    const pick = (/** @type {Event} */ event) => {
      chosen = /** @type {HTMLElement} */ (event.target).closest(selector);
      if (chosen) dialog.close();
    };
    const keys = (/** @type {KeyboardEvent} */ event) => {
      const match = all(selector, dialog).find((item) => item.dataset.face === event.key.toUpperCase());
      if (!match) return;
      event.preventDefault(); // the letter is the answer, not one more tile
      event.stopPropagation();
      match.click();
    };
    dialog.addEventListener("click", pick);
    dialog.addEventListener("keydown", keys);
    dialog.addEventListener("close", () => {
      dialog.removeEventListener("click", pick);
      dialog.removeEventListener("keydown", keys);
      resolve(chosen);
    }, { once: true });
    dialog.showModal();
  });
}

export async function chooseFace() { return (await choose("blank-dialog", "[data-face]"))?.dataset.face || ""; }
export async function chooseLevel() { return (await choose("level-dialog", "[data-level]"))?.dataset.level || ""; }
/** Ask once before what cannot be taken back, and say what becomes of tiles on the board.
 * @param {"resign" | "pass" | "challenge"} verb @param {number} laid tiles that lie there */
export async function confirm(verb, laid) {
  for (const note of all(`#${verb}-dialog [data-laid]`)) note.hidden = !laid;
  return !!(await choose(`${verb}-dialog`, "[data-yes]"));
}

/** What was asked about a turn means nothing in the next. */
export function dropQuestions() {
  for (const dialog of all("dialog[data-turn]")) /** @type {HTMLDialogElement} */ (dialog).close();
}

/** Which tiles to give back, as notation; "" for none.
 * @param {Table} table @param {number} most @returns {Promise<string>} */
export async function chooseExchange(table, most) {
  const dialog = one("#exchange-dialog");
  const rack = one(".choose", dialog);
  const yes = /** @type {HTMLButtonElement} */ (one("[data-yes]", dialog));
  const tiles = table.held;
  const pressed = () => all("[aria-pressed=true]", rack);
  const count = () => {
    yes.disabled = !pressed().length || pressed().length > most;
    one("b", yes).textContent = String(pressed().length || "");
  };
  rack.replaceChildren(...tiles.map((tile) => {
    const button = document.createElement("button");
    face(button, { ...tile, as: "" });
    button.ariaLabel = tileName({ ...tile, as: "" });
    button.setAttribute("aria-pressed", "false");
    return button;
  }));
  const press = (/** @type {Event} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const button = target.closest("[aria-pressed]");
    if (button) button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    if (target.closest("[data-all]")) all("[aria-pressed]", rack).forEach((tile) => tile.setAttribute("aria-pressed", "true"));
    count();
  };
  dialog.addEventListener("click", press);
  count();
  const sure = await choose("exchange-dialog", "[data-yes]");
  dialog.removeEventListener("click", press);
  const buttons = [...rack.children];
  const given = tiles.filter((_, i) => buttons[i].getAttribute("aria-pressed") === "true");
  return sure ? given.map((tile) => ([...tile.face].length > 1 ? `[${tile.face}]` : tile.face)).join("") : "";
}

// --- the socket ----------------------------------------------------------------------------------

const SILENCE = 45000; // ms without a sign of life after which a connection counts as dead
const GRACE = 1200; // ms a connection may be lost before the page says so
const STEADY = 500; // ms a connection must stay open to count as found again
const FAREWELLS = [1000, 1001, 1005]; // closing codes after which the extension would stay away

const stamp = () => one("#_stamp").dataset.stamp;

/** @param {HTMLElement} room @param {(html: string) => void} receive
 * @param {() => void} resend what a lost connection left unsent */
export function listenLive(room, receive, resend) {
  let heard = performance.now();
  let bannerAt = 0;
  let steadyAt = 0;
  let lost = 0; // connections in a row that did not stay
  let opened = false;
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {SocketWrapper | null} */
  let wrapper = null;

  htmx.config.wsReconnectDelay = () => Math.min(8000, 250 * 2 ** lost) * (0.5 + Math.random() / 2);
  htmx.createWebSocket = (url) => {
    socket = new WebSocket(`${url}?stamp=${stamp()}`);
    heard = performance.now();
    return socket;
  };

  room.addEventListener("htmx:wsOpen", (event) => {
    wrapper = event.detail.socketWrapper;
    heard = performance.now();
    clearTimeout(steadyAt);
    steadyAt = window.setTimeout(showFound, STEADY); // a server that is going down opens and closes
    if (opened) refresh(); // the first time the page itself has just come
    opened = true;
    resend();
  });
  room.addEventListener("htmx:wsClose", (event) => {
    wrapper = event.detail.socketWrapper;
    lost += 1;
    showLost();
    if (FAREWELLS.includes(event.detail.event.code)) setTimeout(reconnect, 500 + Math.random() * 1000);
  });
  room.addEventListener("htmx:wsBeforeMessage", (event) => {
    event.preventDefault(); // parts come in by one door
    heard = performance.now();
    showFound();
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
    showLost();
  }

  function showLost() {
    clearTimeout(steadyAt);
    bannerAt ||= window.setTimeout(() => { one("[data-banner]").hidden = false; }, GRACE);
  }

  function showFound() {
    clearTimeout(bannerAt);
    bannerAt = lost = 0;
    one("[data-banner]").hidden = true;
  }

  setInterval(() => {
    if (performance.now() - heard < SILENCE) return;
    drop();
    reconnect();
  }, 5000);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  window.addEventListener("online", () => { drop(); wake(); }); // the old way may be gone for good
  window.addEventListener("offline", showLost);
}
