// The viewer's notifications: their number, and the dialog with its answers.
import { send } from "./post.js";
import { showToast } from "./toast.js";

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

/** Send what a button says, once: it takes no press while it is under way.
 * @param {HTMLButtonElement} button */
async function answerNotification(button) {
  const url = button.dataset.bellUrl || "";
  if (underWay.has(url)) return;
  underWay.add(url);
  button.disabled = true;
  const { status, say, answer } = await send("seat", url);
  underWay.delete(url);
  button.disabled = false;
  if (status && status < 400) {
    if ("go" in button.dataset && answer) location.assign(answer.url);
    return;
  }
  const reason = answer && findReason(await answer.text());
  if (!reason || !explain(url, reason)) showToast(say);
}

/** @type {Set<string>} addresses that were sent to and have not answered */
const underWay = new Set();

/** @param {string} html @returns {string} why it was refused; "" if the answer does not say */
function findReason(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  return page.getElementById("_message")?.textContent?.trim() || "";
}

/** Show in its notice why an answer was refused. A push may have replaced the notice meanwhile.
 * @param {string} url @param {string} reason
 * @returns {boolean} whether the notice is still there */
function explain(url, reason) {
  const notice = document.querySelector(`[data-bell-url="${CSS.escape(url)}"]`)?.closest(".notice");
  if (!notice) return false;
  const line = document.createElement("p");
  line.className = "errorlist";
  line.setAttribute("role", "alert");
  line.textContent = reason;
  notice.querySelector(".errorlist")?.remove();
  notice.append(line);
  return true;
}

export function listenToBell() {
  document.addEventListener("click", ({ target }) => {
    const button = /** @type {HTMLButtonElement | null} */ (/** @type {HTMLElement} */ (target).closest("[data-bell-url]"));
    if (button) answerNotification(button);
  });
}
