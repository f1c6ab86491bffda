// Questions before an action; each one is a dialog of the page.
import { cancelFilling, openFilled } from "../site/dialog_loader.js";
import { message } from "./announcer.js";
import { isChord } from "./letters.js";
import { all, find, one, text } from "./page.js";
import { toTyped } from "./spelling.js";

/** Let the player choose in a dialog; resolves to null when it is closed without a choice.
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

/** Ask for the letter of a blank; "" for none. It may be typed. Some browsers report a letter
 * composed with a dead key only in "keypress", so this listens to both events.
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

/** Take the typed face, or focus it while it could still become a longer one.
 * @param {HTMLElement} dialog @param {string[]} readings the letters in a row, or the last alone
 * @returns {string} the letters so far */
function offer(dialog, readings) {
  for (const typed of readings) {
    const found = all("[data-face]", dialog).filter((item) => toTyped(item.dataset.face || "").startsWith(typed) || item.dataset.face === typed);
    if (!found.length) continue;
    found.sort((a, b) => (a.dataset.face || "").length - (b.dataset.face || "").length)[0].focus();
    if (found.length === 1) found[0].click();
    return typed;
  }
  return "";
}

/** Ask before an action that cannot be undone, and say what happens to tiles on the board.
 * @param {"pass" | "challenge"} action @param {number} laid tiles that lie there */
export async function confirm(action, laid) {
  for (const note of all(`#${action}-dialog [data-laid]`)) note.hidden = !laid;
  return !!(await choose(`${action}-dialog`, "[data-yes]"));
}

/** Ask whether to resign or, until everyone has moved, to abort.
 * @param {string[]} actions the actions open to this page
 * @returns {Promise<"" | "resign" | "abort">} */
export async function askToResign(actions) {
  updateResignDialog(actions);
  const chosen = await choose("resign-dialog", "[data-yes], [data-abort]");
  return !chosen ? "" : (chosen.matches("[data-abort]") ? "abort" : "resign");
}

/** Keep that question valid while it is open. It closes with the game, and the offer to abort goes
 * once everyone has moved.
 * @param {string[]} actions */
export function updateResignDialog(actions) {
  for (const part of all("#resign-dialog [data-can-abort]")) part.hidden = !actions.includes("abort");
  if (!actions.includes("resign")) /** @type {HTMLDialogElement | null} */ (find("#resign-dialog[open]"))?.close();
}

/** Close the questions about a turn that is over, and about its game if another has begun.
 * @param {boolean} isOtherGame */
export function closeQuestions(isOtherGame) {
  const others = isOtherGame ? ", #resign-dialog, #level-dialog, #confirm-dialog" : "";
  for (const dialog of /** @type {HTMLDialogElement[]} */ (all(`dialog[data-turn]${others}`))) {
    cancelFilling(dialog);
    dialog.close();
  }
}

/** Show how a move was scored.
 * @param {string} url */
export function showBreakdown(url) { return openLoaded("#breakdown", url); }

/** Open a dialog with what the server says, or say why it stays closed.
 * @param {string} selector @param {string} url
 * @returns {Promise<boolean>} whether it was opened */
export function openLoaded(selector, url) {
  const dialog = /** @type {HTMLDialogElement} */ (one(selector));
  return openFilled(dialog, url, (sentence) => message(sentence || text("notLoaded")));
}
