// The page of an ended game: steps through it by buttons, keys, slider, list of moves and address.
// The page already contains every position: the boards as steps, the rest as templates.
//
// Other modules that follow the steps read `main.dataset.step`, the number of the shown position (0
// is the start). After every change main sends the event "record:step" with { step }.
import { listenToFailedRequests } from "../site/failed_requests.js";
import { showReason } from "../site/toast.js";
import { announce, words } from "../room/announcer.js";
import { all, find, one, text } from "../room/page.js";
import { drawTiles } from "../room/history_board.js";
import { Steps } from "../room/move_steps.js";
import { listenToGraphs } from "./graphs.js";
import { listenToShare } from "./share.js";
import { addressOf, readAddress, stepFrom, targetOf } from "./routing.js";
import { describeBoard } from "./board_description.js";

const main = one("#main");
const slider = /** @type {HTMLInputElement} */ (one("#slider"));
const last = Number(main.dataset.last);
const board = { cols: Number(main.dataset.cols), owned: !!main.dataset.owned };
const steps = new Steps();
steps.add(0, JSON.parse(one("#steps").textContent || "[]"));

const at = () => Number(main.dataset.step);

/** Show a position.
 * @param {number} wanted @param {"push" | "replace" | "stay"} history */
function go(wanted, history) {
  const step = Math.min(Math.max(wanted, 0), last);
  const moved = step !== at();
  main.dataset.step = String(step);
  if (history !== "stay") write(step, moved ? history : "replace");
  if (!moved) return;
  const template = /** @type {HTMLTemplateElement} */ (one(`template[data-at="${step}"]`));
  one("#_position").replaceWith(template.content.cloneNode(true));
  drawTiles(one("#_tiles"), steps.boardAt(step), step ? steps.at(step) : null, board);
  mark(step);
  announce(`${place(step)}. ${words(one("#_position .move-sentence"))}`);
  main.dispatchEvent(new CustomEvent("record:step", { detail: { step } }));
}

/** @param {number} step @param {"push" | "replace"} how */
function write(step, how) {
  const url = addressOf(location.href, step);
  if (url === location.href) return;
  if (how === "push") history.pushState(null, "", url);
  else history.replaceState(null, "", url);
}

/** Show the step everywhere, and enable the buttons that lead somewhere.
 * @param {number} step */
function mark(step) {
  slider.value = String(step);
  slider.setAttribute("aria-valuetext", place(step));
  one("#place").textContent = `${step}/${last}`;
  one(".grid").ariaLabel = describeBoard(steps.boardAt(step), board.cols, text);
  for (const button of all("[data-step-to]")) {
    button.ariaDisabled = String(stepFrom(step, button.dataset.stepTo || "", last) === step);
  }
  for (const line of all(".moves li")) line.removeAttribute("aria-current");
  const line = find(`.moves li[value="${step}"]`);
  line?.setAttribute("aria-current", "step");
  const list = find(".scroll-list .scroll");
  const top = line?.offsetTop ?? 0;
  if (list && (top < list.scrollTop || top + 40 > list.scrollTop + list.clientHeight)) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}

/** @param {number} step */
const place = (step) => (step ? text("moveOf", { n: step, all: last }) : text("start"));

document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const wanted = /** @type {HTMLElement | null} */ (target.closest("[data-step-to]"))?.dataset.stepTo;
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[href^='?move=']"));
  if (wanted) go(stepFrom(at(), wanted, last), "push");
  else if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    go(readAddress(link.href, last), "push");
  }
});
document.addEventListener("keydown", (event) => {
  const wanted = targetOf(event);
  if (!wanted) return;
  event.preventDefault();
  go(stepFrom(at(), wanted, last), event.repeat ? "replace" : "push");
});
let begun = at(); // the step when the slider was grabbed
slider.addEventListener("pointerdown", () => { begun = at(); });
slider.addEventListener("input", () => go(Number(slider.value), "stay"));
slider.addEventListener("change", () => write(at(), begun === at() ? "replace" : "push"));
window.addEventListener("popstate", () => {
  if (/^(#\d+)?$/.test(location.hash)) go(readAddress(location.href, last), "stay"); // not a link to a part of the page
});

listenToFailedRequests(showReason);
listenToShare(main);
listenToGraphs(main, (step) => go(step, "push"));
mark(at());
// htmx listens only after this event, for the parts that follow the steps.
document.addEventListener("DOMContentLoaded", () => {
  if (location.hash) go(readAddress(location.href, last), "stay");
});
