// What becomes of the requests that htmx makes for attributes of the page (hx-get, hx-post) when they
// fail. The part that one was made for stays in its place: only an answer that contains the part
// itself may replace it. Where a user has asked, the page says what happened.
// Requests of scripts are in requests.js and preview.js. No part is replaced while it is pressed: see
// presses.js.
import "./presses.js";
import { withLocalDates } from "./dates.js";
import { decideOutcome } from "./sending.js";
import { isOutdated, reload } from "./session.js";
import { showToast } from "./toast.js";

/** @param {(reason: string, isWarning: boolean) => void} explain shows why the server refused */
export function listenToFailedRequests(explain) {
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (isOwn(detail) && detail.xhr.status >= 400 && detail.shouldSwap) refuse(detail, explain);
  });
  for (const type of /** @type {const} */ (["htmx:responseError", "htmx:sendError", "htmx:timeout"])) {
    document.addEventListener(type, ({ detail }) => { if (isOwn(detail)) sayFailed(detail); });
  }
}

/** @param {HtmxAnswerDetail} detail */
function isOwn({ requestConfig: { elt } }) { return elt.matches("[hx-get], [hx-post]"); }

/** @param {HtmxAnswerDetail} detail @param {(reason: string, isWarning: boolean) => void} explain */
function refuse(detail, explain) {
  const { target, serverResponse } = detail;
  const answer = new DOMParser().parseFromString(serverResponse, "text/html");
  if (target.id && answer.getElementById(target.id)) return;
  detail.shouldSwap = false;
  const refusal = answer.querySelector("#_message, #_refusal");
  if (!refusal) sayFailed(detail);
  else if (isAsked(detail)) explain(withLocalDates(refusal.textContent?.trim() || ""), refusal.matches(".warning"));
}

/** @param {HtmxAnswerDetail} detail */
function sayFailed(detail) {
  const { requestConfig, xhr } = detail;
  if (xhr.status === 403 && isOutdated()) return reload();
  const isQuery = requestConfig.elt.matches("[hx-get], [data-query]");
  if (isAsked(detail)) showToast(decideOutcome(isQuery ? "query" : "seat", xhr.status).say);
}

/** Return whether something the user did has led to the request. Requests that the page makes by
 * itself are repeated anyway.
 * @param {HtmxAnswerDetail} detail */
function isAsked({ requestConfig }) { return !!requestConfig.triggeringEvent; }
