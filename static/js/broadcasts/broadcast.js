// The tables of an event side by side. Each board is a page of its own in a frame, which follows its
// game by itself. Until someone chooses tables by hand, the most exciting ones are shown; one that is
// shown stays for a while, so that boards do not come and go all the time.
import { all, find, one } from "../room/page.js";
import { listenFullScreen } from "../table_screen/full_screen.js";
import { keepAwake } from "../table_screen/wake_lock.js";

const STAYS = 20000; // ms
const page = one(".broadcast");
const boards = one(".broadcast-boards");
const automatic = /** @type {HTMLInputElement | null} */ (find("[data-automatic]"));

/** @typedef {{ button: HTMLElement, frame: string, rank: number, over: boolean }} Table */

let count = Number(page.dataset.boards);
/** @type {Map<string, number>} since when each frame is shown */
const shownSince = new Map();

/** @returns {Table[]} the best first */
function readTables() {
  const found = all("#_broadcast_tables button").map((button) => ({
    button,
    frame: button.dataset.frame || "",
    rank: Number(button.dataset.rank),
    over: "over" in button.dataset,
  }));
  return found.sort((one, other) => one.rank - other.rank);
}

/** @returns {HTMLIFrameElement[]} */
const frames = () => /** @type {HTMLIFrameElement[]} */ (all("iframe", boards));
const isAutomatic = () => automatic?.checked ?? true;

/** Choose the tables to show: those that are shown stay while they may. */
function update() {
  const tables = readTables();
  const known = new Map(tables.map((table) => [table.frame, table]));
  let wanted = frames().map(frameOf).filter((frame) => known.has(frame));
  if (isAutomatic()) {
    const best = tables.slice(0, count).map((table) => table.frame);
    const now = performance.now();
    wanted = wanted.filter((frame) => best.includes(frame) || mustStay(known.get(frame), now));
    wanted = [...wanted, ...best.filter((frame) => !wanted.includes(frame))];
  }
  show(wanted.slice(0, count), known);
}

/** @param {Table | undefined} table @param {number} now */
function mustStay(table, now) {
  return !!table && !table.over && now - (shownSince.get(table.frame) ?? 0) < STAYS;
}

/** @param {HTMLIFrameElement} frame */
const frameOf = (frame) => frame.getAttribute("src") || "";

/** @param {string[]} wanted @param {Map<string, Table>} known */
function show(wanted, known) {
  for (const frame of frames()) {
    if (wanted.includes(frameOf(frame))) continue;
    shownSince.delete(frameOf(frame));
    frame.remove();
  }
  const shown = frames().map(frameOf);
  for (const src of wanted) {
    if (shown.includes(src)) continue;
    shownSince.set(src, performance.now());
    boards.append(makeFrame(src, known.get(src)));
  }
  boards.dataset.shown = String(wanted.length);
  one(".broadcast-empty").hidden = wanted.length > 0;
  for (const table of known.values()) {
    table.button.setAttribute("aria-pressed", String(wanted.includes(table.frame)));
  }
}

/** @param {string} src @param {Table | undefined} table */
function makeFrame(src, table) {
  const frame = document.createElement("iframe");
  frame.setAttribute("src", src);
  frame.title = (page.dataset.frameTitle || "").replace("{number}", table?.button.dataset.table || "");
  return frame;
}

/** Show a table or, if it is shown, remove it.
 * @param {HTMLElement} button */
function toggle(button) {
  if (automatic) automatic.checked = false;
  const src = button.dataset.frame || "";
  const shown = frames().map(frameOf);
  const known = new Map(readTables().map((table) => [table.frame, table]));
  const others = shown.filter((frame) => frame !== src);
  if (shown.includes(src)) show(others, known);
  else show([...others.slice(Math.max(0, others.length - count + 1)), src], known);
}

/** @param {HTMLElement} chosen one of the buttons for the number of boards */
function setCount(chosen) {
  count = Number(chosen.dataset.count);
  page.dataset.boards = String(count);
  for (const button of all("[data-count]")) button.setAttribute("aria-pressed", String(button === chosen));
  history.replaceState(null, "", `?boards=${count}`);
  update();
}

page.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("button");
  if (button?.dataset.frame) toggle(button);
  if (button?.dataset.count) setCount(button);
});
automatic?.addEventListener("change", update);
document.addEventListener("partsplaced", update);
setInterval(update, STAYS);
listenFullScreen();
keepAwake();
update();
