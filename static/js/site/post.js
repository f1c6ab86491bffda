// Posts like htmx does, from pages that may not load htmx.
import { noteRelease } from "./release.js";
import { decideOutcome, PATIENCE } from "./sending.js";
import { isOutdated, reload } from "./session.js";

/** @typedef {import("./sending.js").Kind} Kind */
/** `answer`: null where none came.
 * @typedef {import("./sending.js").Outcome & { answer: Response | null }} Posted */

/** @param {string | undefined} address @param {FormData | Record<string, string>} [fields]
 * @param {RequestInit} [options] */
export function post(address, fields = {}, options = {}) {
  const headers = JSON.parse(document.body.getAttribute("hx-headers") || "{}");
  const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
  return fetch(address || "", { method: "POST", headers: { ...headers, "HX-Request": "true" }, body, ...options });
}

/** Post and decide what becomes of it, see sending.js. A page that another tab's log-in has outdated
 * is loaded again.
 * @param {Kind} kind @param {string | undefined} address @param {FormData | Record<string, string>} [fields]
 * @returns {Promise<Posted>} */
export async function send(kind, address, fields = {}) {
  const patience = new AbortController();
  const end = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const answer = await post(address, fields, { signal: patience.signal });
    noteRelease(answer.headers.get("X-Release"));
    if (answer.status === 403 && isOutdated()) reload();
    return { ...decideOutcome(kind, answer.status, answer.headers.get("Retry-After")), answer };
  } catch {
    return { ...decideOutcome(kind, 0), answer: null };
  } finally {
    clearTimeout(end);
  }
}
