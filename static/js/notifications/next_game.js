// Goes to the next game that waits for the player, by button or key. The server knows which one, and
// is asked before the page is left. It receives the rooms this tab has shown, so that every game gets
// its turn. Where no game waits, the page says so and stays.
import { showToast } from "../site/toast.js";
import { fetchInTime } from "../site/timed_fetch.js";

const KEY = ">";
const MOST = 40; // remembered rooms

let isAsking = false;

/** Show on the buttons how many games wait.
 * @param {number} waiting */
export function showNext(waiting) {
  const count = String(waiting);
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
  if (room) rememberRoom(room);
  document.addEventListener("click", (event) => {
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("a[data-next]"));
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(link);
  });
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const busy = target.closest("input:not(#ime-input), select, textarea, dialog[open]");
    const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a[data-next]"));
    if (event.key !== KEY || event.isComposing || event.ctrlKey || event.metaKey || busy || !link) return;
    event.preventDefault();
    go(link);
  }, { capture: true });
}

/** Remember that this room was shown, so that the links lead to the room shown longest ago. Storage
 * and address call the list "been", as links in open tabs do.
 * @param {string} room */
function rememberRoom(room) {
  /** @type {string[]} */
  let shownRooms = [];
  try {
    shownRooms = JSON.parse(sessionStorage.getItem("been") || "[]");
    shownRooms = [...shownRooms.filter((code) => code !== room), room].slice(-MOST);
    sessionStorage.setItem("been", JSON.stringify(shownRooms));
  } catch { /* without storage the server's order applies */ }
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-next]"))) {
    const url = new URL(link.href);
    url.searchParams.set("been", shownRooms.join());
    link.href = url.href;
  }
}

/** Go where the server says, or say that no game waits.
 * @param {HTMLAnchorElement} link */
async function go(link) {
  if (isAsking) return;
  isAsking = true;
  try {
    const answer = await fetchInTime(link.href, { Accept: "application/json" });
    const url = answer.ok && (await answer.json()).url;
    if (url) location.assign(url);
    else say(answer.ok ? "none" : "notLoaded");
  } catch {
    say("notLoaded");
  } finally {
    isAsking = false;
  }
}

/** @param {"none" | "notLoaded"} sentence */
function say(sentence) {
  /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"))?.close();
  showToast(sentence);
}
