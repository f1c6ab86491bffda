// Shows the user one sentence about something they did, on any page. The sentences are in the page,
// see templates/games/common/pieces/toast.html; site.js shows them.

/** @param {import("./sending.js").Sentence | "none" | "notLoaded" | "incomplete"} sentence its name */
export function showToast(sentence) {
  if (sentence) document.dispatchEvent(new CustomEvent("toast", { detail: sentence }));
}

/** Show why the server has refused something.
 * @param {string} reason in its own words */
export function showReason(reason) { document.dispatchEvent(new CustomEvent("toast", { detail: { reason } })); }
