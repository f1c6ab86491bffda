// A request for a part of a page, or for data, that ends as a failure if no answer comes in time.
const PATIENCE = 15000; // ms

/** @param {string} url
 * @param {Record<string, string>} headers what kind of answer is wanted
 * @param {AbortController} [request] with which the caller can end it as well
 * @returns {Promise<Response>} rejected without an answer */
export function fetchInTime(url, headers, request = new AbortController()) {
  setTimeout(() => request.abort(), PATIENCE); // in vain once all of it is there
  return fetch(url, { headers, signal: request.signal });
}
