// Tells the user in one sentence what became of something they did, on any page. The sentences are
// in the page, see base.html; site.js shows them.

/** @param {import("./sending.js").Sentence | "none" | "notLoaded" | "incomplete"} sentence its name */
export function showToast(sentence) {
  if (sentence) document.dispatchEvent(new CustomEvent("toast", { detail: sentence }));
}
