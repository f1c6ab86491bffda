// Delivers the outboxes of other rooms from any page of the site, once the connection is back. The
// answers are not shown here. What was refused stays in its outbox until its room is opened, which
// shows the reason.
import { outboxesOf } from "../site/outbox.js";
import { retryAfter } from "../site/retry_delays.js";
import { post, tokenAtStart, tokenNow } from "../site/post.js";

/** @typedef {import("../site/outbox.js").Outbox} Outbox */
/** @typedef {import("../site/outbox.js").Sent} Sent */

const REST = 1000; // ms in which an open page of the room goes first
const PAUSE = 3000; // ms until a failed send is repeated
const PATIENCE = 15000; // longest wait for an answer, in ms
const TOO_SOON = 429;
const GONE = 404; // the room does not exist any more
const OUT_OF_REACH = [502, 503, 504]; // the server was not reached

let running = false;
let again = 0;

/** @param {string} viewer a mark of the viewer @param {string} room the page's own room, or "" */
export function deliverOtherOutboxes(viewer, room) {
  const start = () => {
    clearTimeout(again);
    again = window.setTimeout(() => deliver(viewer, room), REST);
  };
  window.addEventListener("online", start);
  start();
}

/** @param {string} viewer @param {string} room */
async function deliver(viewer, room) {
  if (running || tokenNow() !== tokenAtStart) return;
  running = true;
  let pause = 0;
  for (const outbox of outboxesOf(viewer, room)) {
    pause = Math.max(pause, await empty(outbox));
  }
  running = false;
  if (pause) again = window.setTimeout(() => deliver(viewer, room), pause);
}

/** @param {Outbox} outbox
 * @returns {Promise<number>} ms until it is tried again, 0 where it is not */
async function empty(outbox) {
  for (let sent = outbox.first; sent && !sent.refused; sent = outbox.first) {
    const answer = await send(sent);
    if (!answer || OUT_OF_REACH.includes(answer.status)) return PAUSE;
    const pause = answer.status === TOO_SOON ? retryAfter(answer.headers.get("Retry-After")) : 0;
    if (pause) return pause;
    if (answer.ok || answer.status === GONE) outbox.remove(sent);
    else outbox.refuse(sent);
  }
  return 0;
}

/** @param {Sent} sent @returns {Promise<Response | null>} null where no answer came */
async function send({ url, fields, key }) {
  const patience = new AbortController();
  const end = setTimeout(() => patience.abort(), PATIENCE);
  try {
    return await post(url, { ...fields, key }, patience.signal);
  } catch {
    return null;
  } finally {
    clearTimeout(end);
  }
}
