// Sends one request through htmx and returns its outcome. Each has a separate source element, so
// that none waits for another. The parts of the answer are placed as usual, see fragments.js.

import { retryAfter } from "../site/retry_delays.js";

const TOO_SOON = 429;
const OUT_OF_REACH = [0, 502, 503, 504]; // the server was not reached

/** The outcome of a request: the answer's status, 0 when there was none, and the ms after which a
 * request that came too soon may be repeated.
 * @typedef {{ status: number, again: number }} Fate */

/** @typedef {{
 *   method: "GET" | "POST", url: string, wanted: string, values?: Record<string, string>,
 *   isWanted?: () => boolean,
 * }} RoomRequest */

/** @param {HTMLElement} room
 * @param {RoomRequest} request `wanted`: which parts of the answer to place; `isWanted`: whether to
 * place any of it, asked when it has come
 * @returns {Promise<Fate>} */
export async function sendRequest(room, { method, url, wanted, values, isWanted }) {
  const source = Object.assign(document.createElement("i"), { hidden: true });
  room.append(source);
  source.addEventListener("htmx:beforeSwap", (event) => {
    if (isWanted && !isWanted()) event.detail.shouldSwap = false;
  });
  const fate = await new Promise((resolve) => {
    source.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
      const again = xhr.status === TOO_SOON ? retryAfter(xhr.getResponseHeader("Retry-After")) : 0;
      resolve({ status: OUT_OF_REACH.includes(xhr.status) ? 0 : xhr.status, again });
    }, { once: true });
    htmx.ajax(method, url, { source, target: source, swap: "none", selectOOB: wanted, values })
      .catch(() => resolve({ status: 0, again: 0 }));
  });
  source.remove();
  return fate;
}
