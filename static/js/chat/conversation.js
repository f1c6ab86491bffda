// What every chat has: its list of messages, its form, its socket, and the dialog about an author.
import { ask } from "./chat_requests.js";
import { LiveConnection } from "./connection.js";
import { MessageList } from "./message_list.js";
import { showAuthorDialog } from "./author_dialog.js";
import { MessageForm } from "./message_form.js";
import { showToast } from "../site/toast.js";
import { all, find, one } from "../room/page.js";

export class Conversation {
  #stamp = "0";

  /** @param {HTMLElement} chat */
  constructor(chat) {
    this.chat = chat;
    this.messages = new MessageList(chat);
    this.form = new MessageForm(chat, (html) => this.take(html));
    this.connection = new LiveConnection(chat.dataset.socket || "", () => this.#stamp, (html) => this.take(html));
  }

  listen() {
    this.form.listen();
    this.form.draft.focus();
    this.connection.listen();
    one(".older", this.chat).addEventListener("click", () => this.#loadOlder());
    this.chat.addEventListener("keydown", (event) => this.#press(event));
    this.chat.addEventListener("click", (event) => {
      const name = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.person;
      if (name) showAuthorDialog((this.chat.dataset.person || "").replace(/0\/$/, `${name}/`), this);
    });
  }

  /** Take over an update from the server.
   * @param {string} html */
  take(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    const refusal = find("#_refusal", template.content);
    if (refusal) this.form.say(refusal.textContent || "");
    const update = find("#_chat", template.content);
    if (!update || Number(update.dataset.stamp) < Number(this.#stamp)) return;
    const newest = this.#stamp === "0" ? Infinity : this.messages.newest;
    this.#stamp = update.dataset.stamp || "0";
    this.messages.take(update);
    this.noteMessages(newest);
    this.form.takeChannels(update);
    this.noteUpdate(update);
  }

  /** Called when messages have been taken over; those above `newest` came while the page was open.
   * @param {number} _newest */
  noteMessages(_newest) { /* nothing but the list shows them */ }

  /** Called at the end of every update.
   * @param {HTMLElement} _update */
  noteUpdate(_update) { /* nothing else depends on it */ }

  /** Reload everything, also what is already shown. */
  async renew() {
    this.messages.forget();
    const { text, say } = await ask("GET", this.chat.dataset.url || "");
    this.takeOrShow(say, text);
  }

  async #loadOlder() {
    const button = /** @type {HTMLButtonElement} */ (one(".older", this.chat));
    const { oldest } = this.messages;
    if (button.ariaDisabled === "true") return; // keeps the focus, and is sent once
    button.ariaDisabled = "true";
    const { text, say } = await ask("GET", `${this.chat.dataset.url}?before=${oldest}`);
    button.ariaDisabled = "false";
    const template = document.createElement("template");
    template.innerHTML = text;
    const older = find("#_older", template.content);
    if (older) this.messages.takeOlder(older, oldest);
    else this.takeOrShow(say, text);
  }

  /** Show an answer, and this sentence about the request unless the answer says why it was refused.
   * @param {import("../site/sending.js").Sentence} sentence @param {string} html */
  takeOrShow(sentence, html) {
    this.take(html);
    if (!html.includes('id="_refusal"')) showToast(sentence);
  }

  /** Lead from name to name with the arrow keys.
   * @param {KeyboardEvent} event */
  #press(event) {
    const names = all("button.author", this.messages.list);
    const at = names.indexOf(/** @type {HTMLElement} */ (event.target));
    const to = names[at + ({ ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0)];
    if (at < 0 || !to || to === names[at]) return;
    event.preventDefault();
    to.focus();
  }
}
