// The viewer's news: how many, and the dialog that answers them.
import { post } from "./post.js";

export function showBell() {
  const bell = /** @type {HTMLElement | null} */ (document.querySelector("[data-bell]"));
  if (!bell) return;
  const { news = "0" } = document.getElementById("_bell")?.dataset || {};
  const mark = /** @type {HTMLElement} */ (bell.querySelector(".count-badge"));
  mark.hidden = news === "0";
  mark.textContent = news;
  const label = news === "0" ? bell.dataset.bell : bell.dataset.bellOne?.replace("{n}", news);
  bell.setAttribute("aria-label", label || "");
}

/** @param {HTMLElement} button */
async function tell(button) {
  const answer = await post(button.dataset.bellUrl);
  if (!answer.ok) return explain(button, await answer.text());
  if ("go" in button.dataset) location.assign(answer.url);
}

/** @param {HTMLElement} button @param {string} html why it was refused */
function explain(button, html) {
  const error = new DOMParser().parseFromString(html, "text/html").getElementById("_message");
  const line = document.createElement("p");
  line.className = "errorlist";
  line.setAttribute("role", "alert");
  line.textContent = error?.textContent || "";
  const notice = button.closest(".notice");
  notice?.querySelector(".errorlist")?.remove();
  notice?.append(line);
}

export function listenToBell() {
  document.addEventListener("click", ({ target }) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (target).closest("[data-bell-url]"));
    if (button) tell(button);
  });
}
