// Requests of a room's page. The parts of the answers are placed as usual, see fragments.js.
import { request } from "../site/requests.js";

/** @typedef {import("../site/sending.js").Kind} Kind */

/** @param {HTMLElement} room
 * @param {import("../site/requests.js").RequestOptions & { kind?: Kind }} options */
export function sendRequest(room, { kind = "query", ...options }) { return request(room, { kind, ...options }); }
