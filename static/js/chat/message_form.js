// The form for a message; Enter sends it. Every message carries a key, so that one repeated after a
// lost connection appears once. Unsent messages wait in the room's outbox, in order. The text of a
// refused one stays in the field for correction, and what is being written is kept over a reload.
import { Outbox, scopeOf } from "../site/outbox.js";
import { ask } from "./chat_requests.js";
import { Draft } from "./draft.js";
import { all, find, one } from "../room/page.js";

/** @typedef {import("../site/outbox.js").Sent} Sent */

export class MessageForm {
  #outbox;
  #sending = false;
  #retryTimer = 0;

  /** @param {HTMLElement} chat @param {(html: string) => void} take */
  constructor(chat, take) {
    this.chat = chat;
    this.take = take;
    this.field = /** @type {HTMLTextAreaElement} */ (one("textarea", chat));
    this.channels = one(".message-form .channel-choice", chat);
    const { me = "", room = "" } = chat.dataset;
    this.#outbox = new Outbox(scopeOf("chat", me, room));
    this.draft = new Draft(me, room, this.field);
  }

  listen() {
    one("form", this.chat).addEventListener("submit", (event) => {
      event.preventDefault();
      this.#write();
    });
    this.field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.#write();
    });
    this.field.addEventListener("input", () => this.#fit());
    this.channels.addEventListener("change", () => {
      this.draft.channel = this.#channel;
      this.#hint();
    });
    this.chat.addEventListener("click", (event) => {
      const phrase = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.phrase;
      if (phrase) this.#say({ channel: this.#channel, phrase });
    });
    window.addEventListener("online", () => this.#send());
    this.draft.listen();
    this.field.value ||= this.#outbox.last?.fields.text || "";
    if (this.draft.early.length) this.say(this.chat.dataset.unsent || "");
    this.#fit();
    this.#send();
  }

  /** Update the channels one may write to. The chosen one stays chosen if it is still there.
   * @param {HTMLElement} part */
  takeChannels(part) {
    const update = one(".channel-choice", part);
    const chosen = this.#channel;
    const same = all("input", update).map((input) => input.getAttribute("value")).join();
    if (this.channels.dataset.for !== same) {
      this.channels.replaceChildren(...update.childNodes);
      this.channels.dataset.for = same;
      this.channels.hidden = this.channels.children.length < 2;
      const again = find(`input[value="${chosen || this.draft.channel}"]`, this.channels);
      if (again) /** @type {HTMLInputElement} */ (again).checked = true;
    }
    this.open = !!part.dataset.open;
    this.#hint();
    this.#sendEarly();
  }

  get #chosen() { return /** @type {HTMLInputElement | null} */ (find("input:checked", this.channels)); }
  get #channel() { return this.#chosen?.value || ""; }

  #hint() {
    const closed = !this.open && this.#channel !== "team";
    this.field.disabled = closed;
    this.field.placeholder = closed ? this.chat.dataset.off || "" : this.#chosen?.dataset.hint || "";
    for (const button of all(".quick-phrases button, .message-form .primary", this.chat)) {
      /** @type {HTMLButtonElement} */ (button).disabled = closed;
    }
  }

  /** Make the field as high as its text. */
  #fit() {
    this.field.style.height = "auto";
    const { scrollHeight } = this.field; // 0 while the chat is folded
    if (scrollHeight) this.field.style.height = `${scrollHeight + 2}px`;
  }

  #write() {
    const text = this.field.value.trim();
    if (text) this.#say({ channel: this.#channel, text });
  }

  /** @param {Record<string, string>} message */
  #say(message) {
    if (!this.#chosen) {
      this.draft.putOff(message);
      return this.say(this.chat.dataset.unsent || "");
    }
    this.#outbox.add(this.chat.dataset.sendUrl || "", message);
    if (message.text) this.draft.handOver(message.text);
    if (this.#outbox.size === 1) this.say("");
    this.#send();
  }

  /** Send what was said before the channels were known. If there are several, the author has to
   * choose one first: all of it goes into the field. */
  #sendEarly() {
    const early = this.draft.takeEarly();
    if (!early.length) return;
    this.say("");
    const texts = early.filter((message) => message.text);
    const last = texts.at(-1);
    if (!this.open || this.channels.children.length > 1) {
      const others = texts.filter((message) => message !== last).map((message) => message.text);
      this.field.value = [...others, this.field.value].join("\n");
      return this.#fit();
    }
    for (const message of early) {
      // The field may have been corrected since.
      if (message !== last) this.#say({ ...message, channel: this.#channel });
      else this.#write();
    }
  }

  /** Send the waiting messages in order until one fails. */
  async #send() {
    if (this.#sending) return;
    this.#sending = true;
    clearTimeout(this.#retryTimer);
    let pause = 0;
    while (!pause && this.#outbox.first) pause = await this.#post(this.#outbox.first);
    this.#sending = false;
    if (pause) this.#retryTimer = window.setTimeout(() => this.#send(), pause);
  }

  /** @param {Sent} sent
   * @returns {Promise<number>} ms until it is sent again, 0 once it was answered */
  async #post(sent) {
    const { status, text, again, say } = await ask("POST", sent.url, { ...sent.fields, key: sent.key }, "chat");
    if (say) this.say(this.chat.dataset[say] || "");
    if (again) return again;
    this.#outbox.remove(sent);
    const { unsent, crowded } = this.chat.dataset;
    if (!say && [unsent, crowded].includes(this.shown)) this.say("");
    this.take(text);
    if (status < 400 && this.field.value.trim() === sent.fields.text) {
      this.field.value = "";
      this.#fit();
    }
    return 0;
  }

  get shown() { return one(".chat-error", this.chat).textContent || ""; }
  /** @param {string} sentence */
  say(sentence) { one(".chat-error", this.chat).textContent = sentence; }
}
