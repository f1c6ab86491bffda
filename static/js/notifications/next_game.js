// Goes to the next game that waits for the player, by button or key. The server knows the order. It
// receives the rooms this tab has shown, so that every game gets its turn. Where no game waits, the
// page says so and stays.

const KEY = ">";
const MOST = 40; // remembered rooms

/** Addresses of other games that wait; `null` while they are not known.
 * @type {string[] | null} */
let waiting = null;

/** Show their number on the buttons.
 * @param {string[] | null} urls */
export function showNext(urls) {
  waiting = urls;
  const count = String(urls?.length || 0);
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".next[data-next]"))) {
    const mark = /** @type {HTMLElement} */ (button.querySelector(".count-badge"));
    mark.hidden = count === "0";
    mark.textContent = count;
    const { next = "", nextSome = "" } = button.dataset;
    button.setAttribute("aria-label", count === "0" ? next : nextSome.replace("{n}", count));
  }
}

/** @param {string} room the room of this page, "" for none */
export function listenForNext(room) {
  if (room) noteRoom(room);
  document.addEventListener("click", (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest("[data-next]");
    if (link && !go()) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const busy = target.closest("input:not(#ime-input), select, textarea, dialog[open]");
    const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("[data-next]"));
    if (event.key !== KEY || event.isComposing || event.ctrlKey || event.metaKey || busy || !link) return;
    event.preventDefault();
    if (go()) location.assign(link.href);
  }, { capture: true });
}

/** Note that this room was shown, so that the links lead to the room shown longest ago.
 * @param {string} room */
function noteRoom(room) {
  /** @type {string[]} */
  let been = [];
  try {
    been = JSON.parse(sessionStorage.getItem("been") || "[]");
    been = [...been.filter((code) => code !== room), room].slice(-MOST);
    sessionStorage.setItem("been", JSON.stringify(been));
  } catch { /* without storage the server's order applies */ }
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-next]"))) {
    const url = new URL(link.href);
    url.searchParams.set("been", been.join());
    link.href = url.href;
  }
}

/** Return whether a game waits, as far as is known; say so if none does. */
function go() {
  if (!waiting || waiting.length) return true;
  const toast = /** @type {HTMLElement} */ (document.getElementById("toast"));
  /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"))?.close();
  say(toast, toast.dataset.none || "");
  return false;
}

const SHOWN = 4000; // ms
let leaves = 0;

/** @param {HTMLElement} toast @param {string} words */
function say(toast, words) {
  clearTimeout(leaves);
  toast.textContent = words;
  leaves = window.setTimeout(() => { toast.textContent = ""; }, SHOWN);
}
