// Tells the user in one sentence what became of something they did, on any page. The sentences are
// in the page, see base.html; site.js shows them.

/** @param {import("./sending.js").Sentence | "none" | "notloaded" | "incomplete"} sentence its name */
export function tell(sentence) {
  if (sentence) document.dispatchEvent(new CustomEvent("tell", { detail: sentence }));
}
