// One request carried by htmx, with what became of it. Each has an element of its own in the room, so
// that none waits for another; the parts of the answer are placed as always, see parts.js.

import { retryAfter } from "../site/pauses.js";

const TOO_SOON = 429;
const OUT_OF_REACH = [0, 502, 503, 504]; // answers that are none: nobody was there

/** What became of a request: the answer's status, 0 when there was none, and the ms after which it
 * may be sent again where it came too soon.
 * @typedef {{ status: number, again: number }} Fate */

/** @param {HTMLElement} room
 * @param {{ verb: "GET" | "POST", url: string, wanted: string, values?: Record<string, string> }} request
 * `wanted`: which parts of the answer to place
 * @returns {Promise<Fate>} */
export async function carry(room, { verb, url, wanted, values }) {
  const source = Object.assign(document.createElement("i"), { hidden: true });
  room.append(source);
  const fate = await new Promise((resolve) => {
    source.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
      const again = xhr.status === TOO_SOON ? retryAfter(xhr.getResponseHeader("Retry-After")) : 0;
      resolve({ status: OUT_OF_REACH.includes(xhr.status) ? 0 : xhr.status, again });
    }, { once: true });
    htmx.ajax(verb, url, { source, target: source, swap: "none", selectOOB: wanted, values })
      .catch(() => resolve({ status: 0, again: 0 }));
  });
  source.remove();
  return fate;
}
