// To the next game that waits for the player: buttons and a key. The server knows the order; where
// none waits, the page says so and stays.

const KEY = ">";

/** Addresses of games that wait elsewhere, `null` while that is not known.
 * @type {string[] | null} */
let waiting = null;

/** Count them on the buttons.
 * @param {string[] | null} urls */
export function showNext(urls) {
  waiting = urls;
  const count = String(urls?.length || 0);
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".next[data-next]"))) {
    const mark = /** @type {HTMLElement} */ (button.querySelector(".mark"));
    mark.hidden = count === "0";
    mark.textContent = count;
    const { next = "", nextSome = "" } = button.dataset;
    button.setAttribute("aria-label", count === "0" ? next : nextSome.replace("{n}", count));
  }
}

export function listenForNext() {
  document.addEventListener("click", (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest("[data-next]");
    if (link && !go()) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const busy = target.closest("input:not(#ear), select, textarea, dialog[open]");
    const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("[data-next]"));
    if (event.key !== KEY || event.isComposing || event.ctrlKey || event.metaKey || busy || !link) return;
    event.preventDefault();
    if (go()) location.assign(link.href);
  }, { capture: true });
}

/** Whether there is somewhere to go, as far as is known; if not it is said. */
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
