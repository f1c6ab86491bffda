// The dialog of conditional moves: loaded when it is opened, written as "H8 across WORD". A click on a
// square of the small board fills in the place of the play that is being written.
import { openLoaded } from "./dialogs.js";
import { find, one } from "./page.js";
import { writePlay } from "./notation.js";
import { placeAt, placeName } from "./places.js";

/** Open the dialog. Tentative tiles on the board become the player's own reply.
 * @param {import("./table.js").Table} table */
export async function openReplies(table) {
  if (!await openLoaded("#replies", one("#replies").dataset.url || "")) return;
  const written = writePlay(table);
  const answer = field("answer");
  if (answer && !answer.value && written && "tiles" in written) answer.value = `${placeName(written.position)} ${written.tiles}`;
}

/** Return to the dialog after a play was laid on the board.
 * @param {"guess" | "answer"} name @param {string} [written] the play in words */
export function resumeReplies(name, written) {
  /** @type {HTMLDialogElement} */ (one("#replies")).showModal();
  const input = field(name);
  if (!input) return;
  if (written !== undefined) input.value = written;
  input.focus();
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** @param {string} name */
function field(name) { return /** @type {HTMLInputElement | null} */ (find(`#_replies [name=${name}]`)); }

/** @param {MouseEvent} event */
function fillPlace(event) {
  const board = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("#_reply_preview .reply-thumbnail"));
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

let writing = "guess"; // the field used last

document.addEventListener("focusin", ({ target }) => {
  const { name = "", id = "" } = /** @type {HTMLInputElement} */ (target);
  if (["reply-guess", "reply-answer"].includes(id)) writing = name;
});
document.addEventListener("click", fillPlace);
