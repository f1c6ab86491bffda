// Loads a page of an earlier release again, and keeps what was typed (typed_fields.js). It waits until
// the page is in view and no one is in the middle of anything.
import { reload } from "./session.js";

export const ownRelease = document.documentElement.dataset.release || "";

const QUIET = 3000; // ms without a key or a pointer
const SPREAD = 10000; // ms over which the pages in view load again, so that not all ask at once
const PAUSE = 60000; // ms between two loads: old and new processes may answer in turn for a while
const LOADED = "release loaded";
// An open dialog or menu, a request or move under way, tiles on the board, an earlier move shown, a
// conditional move being laid.
const BUSY = "dialog[open], .htmx-request, #drag-image, #tentative-tiles > *, #waiting:not(:empty), [data-past], [data-laying]";
const LOST = "input[type=password], input[type=file]"; // what they hold is not kept

let current = ownRelease;
let timer = 0;
let touchedAt = -Infinity;

/** Take note of the release that has just answered.
 * @param {string | null} release null or "" where the answer does not say */
export function noteRelease(release) {
  if (!ownRelease || !release || release === current) return;
  current = release;
  clearTimeout(timer);
  if (current !== ownRelease) timer = window.setTimeout(waitForQuiet, Math.random() * SPREAD);
}

function waitForQuiet() {
  timer = window.setTimeout(waitForQuiet, 1000);
  if (performance.now() - touchedAt > QUIET) load();
}

function load() {
  if (document.visibilityState !== "visible" || isBusy()) return;
  try {
    if (Date.now() - Number(sessionStorage.getItem(LOADED)) < PAUSE) return;
    sessionStorage.setItem(LOADED, String(Date.now()));
  } catch {
    clearTimeout(timer); // without storage it might never end
    return;
  }
  reload();
}

function isBusy() {
  if (document.querySelector(BUSY)) return true;
  if (CSS.supports("selector(:popover-open)") && document.querySelector(":popover-open")) return true;
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(LOST));
  return [...fields].some((field) => field.value);
}

for (const type of ["pointerdown", "pointermove", "keydown", "input"]) {
  document.addEventListener(type, () => { touchedAt = performance.now(); }, { capture: true, passive: true });
}
// Someone who has just come back is not in the middle of anything but what isBusy knows.
document.addEventListener("visibilitychange", () => { if (current !== ownRelease) load(); });
document.addEventListener("htmx:afterRequest", (/** @type {any} */ { detail }) => {
  noteRelease(detail.xhr.getResponseHeader("X-Release"));
});
