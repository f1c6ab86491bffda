// Sends commands to the server one after another, by htmx. Unsent commands wait in the room's
// outbox. A command that is repeated after a lost connection, a sleep or a reload carries the same
// key, so the server carries it out once.
import { Outbox, scopeOf } from "../site/outbox.js";
import { tokenAtStart, tokenNow } from "../site/post.js";
import { message } from "./announcer.js";
import { sendRequest } from "./requests.js";
import { maybe, text } from "./page.js";

/** @typedef {import("./fragments.js").Fragments} Fragments */
/** @typedef {import("../site/outbox.js").Sent} Sent */

const PAUSE = 3000; // ms until a failed send is repeated

export class Commands {
  #outbox;
  /** @type {Promise<void> | null} while commands are being sent */
  #running = null;
  #retryAt = 0;
  /** @type {WeakSet<Sent>} commands that the server has refused */
  #refused = new WeakSet();

  /** @param {HTMLElement} room @param {Fragments} fragments @param {string} viewer a mark of the
   * viewer */
  constructor(room, fragments, viewer) {
    this.room = room;
    this.fragments = fragments;
    this.#outbox = new Outbox(scopeOf("commands", viewer, fragments.state.room));
  }

  listen() { window.addEventListener("online", () => this.resend()); }

  /** @param {string} url @param {Record<string, string>} fields
   * @returns {Promise<boolean>} whether it was done at once */
  async send(url, fields) {
    const sent = this.#outbox.add(url, fields);
    if (this.#outbox.size === 1) message("");
    await this.resend();
    return !this.#outbox.holds(sent) && !this.#refused.has(sent);
  }

  /** Send the waiting commands in order until one fails.
   * @returns {Promise<void>} */
  resend() {
    this.#running ??= this.#sendAll().finally(() => { this.#running = null; });
    return this.#running;
  }

  async #sendAll() {
    clearTimeout(this.#retryAt);
    let [pause, refusal] = [0, ""];
    while (!pause && this.#outbox.first) {
      const sent = this.#outbox.first;
      pause = await this.#post(sent);
      if (this.#refused.has(sent)) refusal = shown();
    }
    if (pause) this.#retryAt = window.setTimeout(() => this.resend(), pause);
    if (refusal && !shown()) message(refusal); // a later answer cleared it
  }

  /** @param {Sent} sent
   * @returns {Promise<number>} ms until it is sent again, 0 once it was answered */
  async #post(sent) {
    if (tokenNow() !== tokenAtStart) {
      location.reload();
      return PAUSE;
    }
    const values = { ...sent.fields, key: sent.key };
    const { status, again } = await sendRequest(this.room, { method: "POST", url: sent.url, wanted: this.fragments.wanted, values });
    if (!status || again) return wait(status ? text("crowded") : text("unsent"), again || PAUSE);
    this.#outbox.remove(sent);
    if (status >= 400) this.#refused.add(sent);
    if (status >= 400 && !this.fragments.hasMessage) message(text("failed"));
    else if ([text("crowded"), text("unsent")].includes(shown())) message("");
    return 0;
  }
}

const shown = () => maybe("#_message")?.textContent || "";

/** Say, once, that commands wait to be sent.
 * @param {string} sentence @param {number} pause in ms */
function wait(sentence, pause) {
  if (shown() !== sentence) message(sentence, "warning");
  return pause;
}
