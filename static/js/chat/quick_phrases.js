// The quick phrases are one tab stop; the arrow keys, Home and End move among them.
import { all } from "../room/page.js";

/** @param {HTMLElement} group */
export function listenQuickPhrases(group) {
  const phrases = all("button", group);
  const choose = (/** @type {number} */ at) => phrases.forEach((phrase, i) => { phrase.tabIndex = i === at ? 0 : -1; });
  choose(0);
  group.addEventListener("focusin", ({ target }) => choose(phrases.indexOf(/** @type {HTMLElement} */ (target))));
  group.addEventListener("keydown", (event) => {
    const at = phrases.indexOf(/** @type {HTMLElement} */ (event.target));
    const forward = getComputedStyle(group).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const last = phrases.length - 1;
    const to = /** @type {Record<string, number>} */ ({ Home: 0, End: last })[event.key]
      ?? (event.key === "ArrowLeft" || event.key === "ArrowRight" ? at + (event.key === forward ? 1 : -1) : at);
    if (at < 0 || to === at || !phrases[to]) return;
    event.preventDefault();
    phrases[to].focus();
  });
}
