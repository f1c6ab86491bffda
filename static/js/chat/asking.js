// One request about the chat, carried by htmx outside of the room's own parts; what it brings is
// taken over by chat.js.
import { retryAfter } from "../site/pauses.js";

const TOO_SOON = 429;
const OUT_OF_REACH = [0, 502, 503, 504]; // answers that are none: nobody was there

/** @param {"GET" | "POST"} verb @param {string} url @param {Record<string, string>} [values]
 * @returns {Promise<{ status: number, text: string, again: number }>} the status is 0 when there was no
 * answer; `again`: the ms after which it may be sent again where it came too soon */
export async function ask(verb, url, values = {}) {
  const source = Object.assign(document.createElement("i"), { hidden: true });
  source.setAttribute("hx-request", '{"timeout": 15000}');
  document.body.append(source);
  const answer = await new Promise((resolve) => {
    source.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
      const again = xhr.status === TOO_SOON ? retryAfter(xhr.getResponseHeader("Retry-After")) : 0;
      resolve({ status: xhr.status, text: xhr.responseText, again });
    }, { once: true });
    htmx.ajax(verb, url, { source, target: source, swap: "none", values })
      .catch(() => resolve({ status: 0, text: "", again: 0 }));
  });
  source.remove();
  return OUT_OF_REACH.includes(answer.status) ? { status: 0, text: "", again: 0 } : answer;
}
