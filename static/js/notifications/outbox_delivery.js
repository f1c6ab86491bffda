// Delivers the outboxes of other rooms from any page of the site, once the connection is back. The
// answers are not shown here. What was refused stays in its outbox until its room is opened, which
// shows the reason.
import { outboxesOf } from "../site/outbox.js";
import { send } from "../site/post.js";
import { isSettled } from "../site/sending.js";
import { isOutdated } from "../site/session.js";

/** @typedef {import("../site/outbox.js").Outbox} Outbox */

const REST = 1000; // ms in which an open page of the room goes first

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
  if (running || isOutdated()) return;
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
    const outcome = await send(outbox.kind, sent.url, { ...sent.fields, key: sent.key });
    if (outcome.again) return outcome.again;
    if (isSettled(outcome)) outbox.remove(sent);
    else outbox.refuse(sent);
  }
  return 0;
}
