// A request for a part of a page or an address that ends, as a failure, if no answer comes in time.
const PATIENCE = 15000; // ms

/** Ask as htmx does: the server then sends parts instead of pages.
 * @param {string} url @param {AbortController} [request] with which the caller can end it as well
 * @returns {Promise<Response>} rejected without an answer */
export function fetchInTime(url, request = new AbortController()) {
  setTimeout(() => request.abort(), PATIENCE); // in vain once all of it is there
  return fetch(url, { headers: { "HX-Request": "true" }, signal: request.signal });
}
