// Posts like htmx does, from pages that may not load htmx.

/** @param {string | undefined} address @param {FormData | Record<string, string>} [fields]
 * @param {AbortSignal} [signal] */
export function post(address, fields = {}, signal = undefined) {
  const headers = JSON.parse(document.body.getAttribute("hx-headers") || "{}");
  const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
  return fetch(address || "", { method: "POST", headers: { ...headers, "HX-Request": "true" }, body, signal });
}

/** Return the present CSRF token. A log-in changes it, and the one in the page's HTML would be
 * refused. */
export const tokenNow = () => /csrftoken=(\w+)/.exec(document.cookie)?.[1];
export const tokenAtStart = tokenNow();
