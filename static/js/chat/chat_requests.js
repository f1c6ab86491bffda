// One htmx request of the chat. It bypasses the swapping of the room's own parts; chat.js takes
// over the answer.
import { retryAfter } from "../site/retry_delays.js";

const TOO_SOON = 429;
const OUT_OF_REACH = [0, 502, 503, 504]; // the server was not reached

/** @param {"GET" | "POST"} method @param {string} url @param {Record<string, string>} [values]
 * @returns {Promise<{ status: number, text: string, again: number }>} `status` is 0 when no answer
 * came; `again` is the time in ms after which a request that came too soon may be repeated */
export async function ask(method, url, values = {}) {
  const source = Object.assign(document.createElement("i"), { hidden: true });
  source.setAttribute("hx-request", '{"timeout": 15000}');
  document.body.append(source);
  const answer = await new Promise((resolve) => {
    source.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
      const again = xhr.status === TOO_SOON ? retryAfter(xhr.getResponseHeader("Retry-After")) : 0;
      resolve({ status: xhr.status, text: xhr.responseText, again });
    }, { once: true });
    htmx.ajax(method, url, { source, target: source, swap: "none", values })
      .catch(() => resolve({ status: 0, text: "", again: 0 }));
  });
  source.remove();
  return OUT_OF_REACH.includes(answer.status) ? { status: 0, text: "", again: 0 } : answer;
}
