// Decides what is sent, when, again, and never: one rule for each kind of request. Pure functions.
// How requests are made: requests.js. What waits to be sent: outbox.js.

import { retryAfter } from "./retry_delays.js";

/** What a request is.
 * act: a move, for one turn of one game. chat: a message. seat: any other command.
 * puzzle: an attempt, for one turn. query: a question, asked because the user wants to see something.
 * poll: a question or an offer that the page makes by itself until it is answered.
 * @typedef {"act" | "chat" | "seat" | "puzzle" | "query" | "poll"} Kind */

/** `queued`: waits in the outbox until it is answered, also over reloads; it carries a key, so that
 * the server carries it out once. `unreached`: ms until it is sent again if the server was not
 * reached or has failed, 0 if it never is. `crowded`: whether it may be sent again after the time
 * that the server names to those who ask too often. `lost` and `early`: what to say where no answer
 * came, and where it came too soon.
 * @typedef {{
 *   queued: boolean, unreached: number, crowded: boolean, lost: Sentence, early: Sentence,
 * }} Rule */

/** The name of a sentence for the user: it waits for the connection (unsent) or for its time
 * (crowded); it may or may not have been done (unanswered); nothing was found out (offline) or
 * changed (failed).
 * @typedef {"" | "unsent" | "crowded" | "unanswered" | "offline" | "failed"} Sentence */

/** What becomes of a request: the answer's status, 0 if the server was not reached; the ms after
 * which it is sent again, 0 where it is not; and what to say unless the answer says it.
 * @typedef {{ status: number, again: number, say: Sentence }} Outcome */

/** @type {Record<Kind, Rule>} */
const RULES = {
  act: { queued: true, unreached: 3000, crowded: true, lost: "unsent", early: "crowded" },
  chat: { queued: true, unreached: 3000, crowded: true, lost: "unsent", early: "crowded" },
  seat: { queued: false, unreached: 0, crowded: false, lost: "unanswered", early: "failed" },
  puzzle: { queued: false, unreached: 0, crowded: true, lost: "unanswered", early: "crowded" },
  query: { queued: false, unreached: 0, crowded: true, lost: "offline", early: "failed" },
  poll: { queued: false, unreached: 1000, crowded: true, lost: "", early: "" },
};

// ms; an answer that takes longer counts as none. For htmx it is in templates/base.html.
export const PATIENCE = 15000;
const LONGEST = 30 * 24 * 3600 * 1000; // ms after which what waits is dropped unsent
const TOO_SOON = 429;
const GONE = 404; // the room does not exist any more
const OUT_OF_REACH = [0, 502, 503, 504]; // the server was not reached

/** Return what a command is: a move names its turn.
 * @param {Record<string, string>} fields @returns {Kind} */
export function kindOf(fields) { return fields.turn ? "act" : "seat"; }

/** @param {Kind} kind */
export function isQueued(kind) { return RULES[kind].queued; }

/** Decide what becomes of a request.
 * @param {Kind} kind @param {number} status of the answer, 0 for none
 * @param {string | null} [delay] the answer's Retry-After
 * @returns {Outcome} */
export function decideOutcome(kind, status, delay = null) {
  const { queued, unreached, crowded, lost, early } = RULES[kind];
  if (OUT_OF_REACH.includes(status)) return { status: 0, again: unreached, say: lost };
  if (status < 400) return { status, again: 0, say: "" };
  const wait = status === TOO_SOON && crowded ? retryAfter(delay) : 0;
  if (wait) return { status, again: wait, say: early };
  // A queued request would hold up those behind it.
  const mayPass = !queued && (status === TOO_SOON || status >= 500);
  return { status, again: mayPass ? unreached : 0, say: "failed" };
}

/** Return whether an entry of an outbox is dropped unsent: it is too old or, among commands, no
 * move. (Earlier releases stored every command, and one about a seat would reach the player who has
 * it by now.)
 * @param {string} outbox "commands" or "chat"
 * @param {{ fields: Record<string, string>, at: number }} sent @param {number} now ms since 1970 */
export function isDropped(outbox, { fields, at }, now) {
  return now - at > LONGEST || (outbox === "commands" && !isQueued(kindOf(fields)));
}

/** Return whether an entry that another room's page has sent is done with. Otherwise it stays until
 * its room shows why it was refused.
 * @param {Outcome} outcome */
export function isSettled({ status }) { return status < 400 || status === GONE; }

/** Return whether a waiting play is not wanted any more: its tiles have moved since.
 * @param {{ url: string, fields: Record<string, string> }} sent
 * @param {{ url: string, game: string, turn: string, position: string, tiles: string }} now where
 * plays go and what a play would be; no tiles, no play */
export function isTakenBack({ url, fields }, now) {
  return url === now.url && fields.game === now.game && fields.turn === now.turn
    && (fields.position !== now.position || fields.tiles !== now.tiles);
}
