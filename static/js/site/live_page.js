// A page that follows an event or a game on a real board. Everyone gets the same parts over a socket.
// The viewer's own parts, and those for directors and scorekeepers, are fetched after each change.
// Each page waits a random time of up to data-spread ms, so that not all ask at once, but asks soon
// after the event reaches another stage. A part with data-follows="stage" changes only then.
import { LiveConnection } from "../chat/connection.js";
import { runAfterPress } from "./presses.js";
import { decideOutcome } from "./sending.js";
import { place } from "./swap_fragments.js";
import { fetchInTime } from "./timed_fetch.js";

const SPREAD = 500; // ms within which the pages ask, unless they say otherwise
const page = /** @type {HTMLElement} */ (document.querySelector("[data-socket]"));
/** @returns {string} the stamp of the state that is shown */
const stamp = () => document.querySelector("[id$=_state]")?.getAttribute("data-stamp") || "0";

let request = new AbortController();
let timer = 0; // of the next question about the viewer's own parts
let shown = stamp();
/** @returns {string} where an event stands, in words */
const stage = () => document.querySelector("#_progress")?.textContent?.trim() ?? "";
let shownStage = stage();

/** Ask for the viewer's own parts soon. */
function refresh() {
  if (!page.dataset.own) return;
  const moved = stage() !== shownStage;
  shownStage = stage();
  if (!moved && (timer || document.querySelector("[data-follows=stage]"))) return;
  clearTimeout(timer);
  timer = window.setTimeout(load, Math.random() * (moved ? SPREAD : Number(page.dataset.spread) || SPREAD));
}

async function load() {
  timer = 0;
  request.abort();
  const own = request = new AbortController();
  let [status, html] = [0, ""];
  /** @type {string | null} */
  let delay = null;
  try {
    const answer = await fetchInTime(page.dataset.own || "", {}, own);
    html = await answer.text();
    delay = answer.headers.get("Retry-After");
    status = answer.status;
  } catch { /* no answer: asked again */ }
  if (own !== request) return;
  const { again } = decideOutcome("poll", status, delay);
  if (again) timer = window.setTimeout(load, again + Math.random() * SPREAD);
  else if (status < 400) runAfterPress(() => { if (own === request) placeUntouched(html); });
}

/** Place the parts in which nobody is typing.
 * @param {string} html */
function placeUntouched(html) {
  const parts = new DOMParser().parseFromString(html, "text/html");
  for (const part of parts.querySelectorAll("[id^=_]")) {
    const old = document.getElementById(part.id);
    if (!old || isTouched(old)) part.remove();
    else keepUnfolded(old, part);
  }
  show(parts);
}

/** @param {Document} parts */
function show(parts) {
  place(parts.body.innerHTML);
  document.dispatchEvent(new CustomEvent("partsplaced"));
}

/** Return whether a form in this part is being filled in.
 * @param {HTMLElement} part */
function isTouched(part) {
  if (part.matches("[data-typed]")) return true; // what a refused form was sent with
  if (part.matches(":has(:is(input, select, textarea):focus):not([data-while-untyped])")) return true;
  return [...part.querySelectorAll("input, select, textarea")].some((field) => {
    if (field instanceof HTMLSelectElement) {
      const usual = [...field.options].find((one) => one.defaultSelected) ?? field.options[0];
      return usual !== field.selectedOptions[0];
    }
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
    const typed = /** @type {HTMLInputElement} */ (field);
    return typed.type === "checkbox" ? typed.checked !== typed.defaultChecked : typed.value !== typed.defaultValue;
  });
}

/** Keep open what the reader has unfolded.
 * @param {Element} old @param {Element} part */
function keepUnfolded(old, part) {
  const open = [...old.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent);
  for (const summary of part.querySelectorAll("details > summary")) {
    if (open.includes(summary.textContent)) summary.parentElement?.setAttribute("open", "");
  }
}

/** Show that what the page is about no longer exists. */
async function leave() {
  const { status } = await fetchInTime(location.href, {});
  if (status === 404) location.reload();
}

new LiveConnection(page.dataset.socket || "", stamp, (html) => runAfterPress(() => {
  const parts = new DOMParser().parseFromString(html, "text/html");
  for (const part of parts.querySelectorAll("[id^=_]")) {
    const old = document.getElementById(part.id);
    if (old) keepUnfolded(old, part);
  }
  show(parts);
  if (stamp() === shown) return;
  shown = stamp();
  refresh();
}), leave).listen();
