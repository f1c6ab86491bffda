// The dialog about the author of a message, with actions such as hiding them. The server fills it.
import { openFilled } from "../site/dialog_loader.js";
import { showReason, showToast } from "../site/toast.js";
import { one } from "../room/page.js";

/** @typedef {{ renew(): Promise<void> }} Renewable */

/** @param {string} url @param {Renewable} chat reloaded when the dialog closes */
export async function showAuthorDialog(url, chat) {
  const dialog = /** @type {HTMLDialogElement} */ (one("#author-dialog"));
  const explain = (/** @type {string} */ reason) => (reason ? showReason(reason) : showToast("notLoaded"));
  if (!await openFilled(dialog, url, explain)) return;
  dialog.addEventListener("close", () => chat.renew(), { once: true });
}
