// The dialog about the author of a message, with actions such as hiding them. The server fills it.
import { maybe } from "../room/page.js";

/** @typedef {{ renew(): Promise<void> }} Renewable */

/** @param {string} url @param {Renewable} chat reloaded when the dialog closes */
export async function showAuthorDialog(url, chat) {
  await htmx.ajax("GET", url, { target: "#author-dialog > div", swap: "innerHTML" });
  const dialog = /** @type {HTMLDialogElement | null} */ (maybe("#author-dialog:not([open])"));
  dialog?.addEventListener("close", () => chat.renew(), { once: true });
  dialog?.showModal();
}
