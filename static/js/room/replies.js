// Replies to what others might do: asked for when the dialog is opened, written in notation. A square
// touched on the small board becomes the place of what is being written.
import { maybe, one } from "./page.js";
import { write } from "./written.js";

/** Open the dialog; what lies on the board in thought is one's own reply.
 * @param {import("./table.js").Table} table */
export async function openReplies(table) {
  const dialog = /** @type {HTMLDialogElement} */ (one("#replies"));
  const part = one("#_replies");
  await htmx.ajax("GET", part.dataset.replies || "", { target: "#_replies", swap: "outerHTML" });
  const written = write(table);
  const answer = field("answer");
  if (answer && !answer.value && written && "tiles" in written) answer.value = `${written.position} ${written.tiles}`;
  dialog.showModal();
}

/** The place a square stands for, across first, and down when it was that already.
 * @param {string} said what is written so far @param {number} col @param {number} row from 0 */
export function placeAt(said, col, row) {
  const [column, line] = [String.fromCharCode(65 + col), String(row + 1)];
  const word = said.trim().replace(/^\S*\d\S*\s*/, "");
  const across = said.trim().toUpperCase().split(/\s+/)[0] !== line + column;
  return `${across ? line + column : column + line} ${word === "-" ? "" : word}`;
}

/** @param {string} name */
function field(name) { return /** @type {HTMLInputElement | null} */ (maybe(`#_replies [name=${name}]`)); }

/** @param {MouseEvent} event */
function touch(event) {
  const board = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("#_weighed .pictured"));
  if (!board) return;
  const box = board.getBoundingClientRect();
  const size = box.width / Number(board.dataset.cols);
  const x = Math.floor((event.clientX - box.left) / size);
  const row = Math.floor((event.clientY - box.top) / size);
  const col = board.dataset.dir === "rtl" ? Number(board.dataset.cols) - 1 - x : x;
  const input = field(writing);
  if (!input) return;
  input.value = placeAt(input.value, col, row);
  input.focus();
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

let writing = "guess"; // the field that was written in last

document.addEventListener("focusin", ({ target }) => {
  const { name = "", id = "" } = /** @type {HTMLInputElement} */ (target);
  if (["reply-guess", "reply-answer"].includes(id)) writing = name;
});
document.addEventListener("click", touch);
