// The dialog about the author of a message, with actions such as hiding them. The server fills it.
import { openLoaded } from "../room/dialogs.js";
import { one } from "../room/page.js";

/** @typedef {{ renew(): Promise<void> }} Renewable */

/** @param {string} url @param {Renewable} chat reloaded when the dialog closes */
export async function showAuthorDialog(url, chat) {
  if (!await openLoaded("#author-dialog", url)) return;
  one("#author-dialog").addEventListener("close", () => chat.renew(), { once: true });
}
