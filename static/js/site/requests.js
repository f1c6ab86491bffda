// Sends one request through htmx and returns its outcome, see sending.js. Each has a separate source
// element, so that none waits for another. A page that another tab's log-in has outdated is loaded
// again.

import { decideOutcome } from "./sending.js";
import { isOutdated, reload } from "./session.js";

/** @typedef {import("./sending.js").Kind} Kind */
/** @typedef {import("./sending.js").Outcome & { text: string }} Answer the outcome and the answer's text */

/** `wanted`: which parts of the answer to place; `isWanted`: whether to place any of it, asked when
 * it has come.
 * @typedef {{
 *   method: "GET" | "POST", url: string, wanted?: string, values?: Record<string, string>,
 *   isWanted?: () => boolean,
 * }} RequestOptions */

/** @param {HTMLElement} within whose parts of the page the answer may replace
 * @param {RequestOptions & { kind: Kind }} options
 * @returns {Promise<Answer>} */
export async function request(within, { kind, method, url, wanted, values, isWanted }) {
  const source = Object.assign(document.createElement("i"), { hidden: true });
  within.append(source);
  source.addEventListener("htmx:beforeSwap", (event) => {
    if (isWanted && !isWanted()) event.detail.shouldSwap = false;
  });
  source.addEventListener("htmx:beforeOnLoad", (event) => {
    if (!event.detail.xhr.getResponseHeader("HX-Refresh")) return;
    event.preventDefault(); // htmx would lose what was typed
    reload();
  });
  const answer = await new Promise((resolve) => {
    source.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
      const outcome = decideOutcome(kind, xhr.status, xhr.getResponseHeader("Retry-After"));
      resolve({ ...outcome, text: outcome.status ? xhr.responseText : "" });
    }, { once: true });
    htmx.ajax(method, url, { source, target: source, swap: "none", selectOOB: wanted, values })
      .catch(() => resolve({ ...decideOutcome(kind, 0), text: "" }));
  });
  source.remove();
  if (answer.status === 403 && isOutdated()) reload();
  return answer;
}
