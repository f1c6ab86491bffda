// What is asked before something is done: each question is a dialog of the page.
import { isChord } from "./letters.js";
import { all, maybe, one } from "./page.js";
import { bare } from "./typing.js";

/** Let the player choose in a dialog; null when it is closed without a choice.
 * @param {string} id @param {string} selector of what may be chosen
 * @returns {Promise<HTMLElement | null>} */
export function choose(id, selector) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById(id));
  return new Promise((resolve) => {
    /** @type {HTMLElement | null} */
    let chosen = null;
    const pick = (/** @type {Event} */ event) => {
      chosen = /** @type {HTMLElement} */ (event.target).closest(selector);
      if (chosen) dialog.close();
    };
    dialog.addEventListener("click", pick);
    dialog.addEventListener("close", () => {
      dialog.removeEventListener("click", pick);
      resolve(chosen);
    }, { once: true });
    dialog.showModal();
  });
}

export async function chooseLevel() { return (await choose("level-dialog", "[data-level]"))?.dataset.level || ""; }

/** What a blank stands for, "" for nothing. The letter may be typed; of one that a dead key has
 * composed some browsers tell in the older event alone.
 * @param {import("./letters.js").Letters} letters */
export async function chooseFace(letters) {
  let typed = "";
  const dialog = one("#blank-dialog");
  const press = (/** @type {KeyboardEvent} */ event) => {
    const read = [...event.key].length > 1 || isChord(event) ? [] : letters.read(event.key);
    if (!read.length) return;
    event.preventDefault(); // the letter is the answer, not one more tile
    event.stopPropagation();
    for (const letter of read) typed = offer(dialog, [typed + letter, letter]);
  };
  const kinds = /** @type {const} */ (["keydown", "keypress"]);
  kinds.forEach((kind) => dialog.addEventListener(kind, press));
  const chosen = await choose("blank-dialog", "[data-face]");
  kinds.forEach((kind) => dialog.removeEventListener(kind, press));
  return chosen?.dataset.face || "";
}

/** Take the face that was typed, or go to it while it might become a longer one.
 * @param {HTMLElement} dialog @param {string[]} readings the letters in a row, or the last alone
 * @returns {string} the letters so far */
function offer(dialog, readings) {
  for (const typed of readings) {
    const found = all("[data-face]", dialog).filter((item) => bare(item.dataset.face || "").startsWith(typed) || item.dataset.face === typed);
    if (!found.length) continue;
    found.sort((a, b) => (a.dataset.face || "").length - (b.dataset.face || "").length)[0].focus();
    if (found.length === 1) found[0].click();
    return typed;
  }
  return "";
}

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

/** Show how a move was scored.
 * @param {string} url */
export async function showBreakdown(url) {
  await htmx.ajax("GET", url, { target: "#breakdown > div", swap: "innerHTML" });
  const dialog = /** @type {HTMLDialogElement | null} */ (maybe("#breakdown:not([open])"));
  dialog?.showModal();
}
