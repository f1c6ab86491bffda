// Requests of the chat. They bypass the swapping of the room's own parts; chat.js takes over the
// answers.
import { request } from "../site/requests.js";

/** @typedef {import("../site/sending.js").Kind} Kind */

/** @param {"GET" | "POST"} method @param {string} url @param {Record<string, string>} [values]
 * @param {Kind} [kind] */
export function ask(method, url, values = {}, kind = "query") {
  return request(document.body, { kind, method, url, values });
}
