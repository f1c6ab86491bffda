// Requests of a room's page. The parts of the answers are placed as usual, see fragments.js.
import { request } from "../site/requests.js";

/** @typedef {import("../site/sending.js").Kind} Kind */

/** @param {HTMLElement} room
 * @param {import("../site/requests.js").Wish & { kind?: Kind }} wish */
export function sendRequest(room, { kind = "look", ...wish }) { return request(room, { kind, ...wish }); }
