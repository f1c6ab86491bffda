// What can be done about the author of a message: a dialog that the server fills.
import { maybe } from "../room/page.js";

/** @typedef {{ renew(): Promise<void> }} Renewable */

/** @param {string} url @param {Renewable} chat shown anew when somebody is hidden or is back */
export async function showPerson(url, chat) {
  await htmx.ajax("GET", url, { target: "#chat-person > div", swap: "innerHTML" });
  const dialog = /** @type {HTMLDialogElement | null} */ (maybe("#chat-person:not([open])"));
  dialog?.addEventListener("close", () => chat.renew(), { once: true });
  dialog?.showModal();
}
