// Dialogs that the server fills when they are opened. One opens only with its own answer, and only
// with the last one asked for: never with what it held before.
import { fetchInTime } from "./timed_fetch.js";

/** @type {WeakMap<HTMLDialogElement, AbortController>} the request that each dialog waits for */
const requests = new WeakMap();

/** Load the content of a dialog into its first <div>, and open it.
 * @param {HTMLDialogElement} dialog @param {string} url
 * @param {(sentence: string) => void} explain shows why it stays closed: the server's reason, or ""
 * where the server gave none
 * @returns {Promise<boolean>} whether it was opened */
export async function openFilled(dialog, url, explain) {
  cancelFilling(dialog);
  const request = new AbortController();
  requests.set(dialog, request);
  const content = /** @type {HTMLElement} */ (dialog.querySelector("div"));
  content.replaceChildren();
  dialog.close();
  const { ok, html } = await load(url, request);
  if (requests.get(dialog) !== request) return false;
  requests.delete(dialog);
  if (!ok) {
    const answer = new DOMParser().parseFromString(html, "text/html");
    explain(answer.querySelector("#_message, #_refusal")?.textContent?.trim() || "");
    return false;
  }
  content.innerHTML = html;
  htmx.process(content);
  dialog.showModal();
  return true;
}

/** Keep a dialog closed if it is still waiting for its content.
 * @param {HTMLDialogElement} dialog */
export function cancelFilling(dialog) {
  requests.get(dialog)?.abort();
  requests.delete(dialog);
}

/** @param {string} url @param {AbortController} request
 * @returns {Promise<{ ok: boolean, html: string }>} */
async function load(url, request) {
  try {
    const answer = await fetchInTime(url, { "HX-Request": "true" }, request);
    return { ok: answer.ok, html: await answer.text() };
  } catch {
    return { ok: false, html: "" };
  }
}
