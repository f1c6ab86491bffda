// The chat of a room: connects its list of messages, its form and its socket. On a phone it is a
// sheet that the icon in the header opens; a badge on the icon counts unread messages.
import { ask } from "./chat_requests.js";
import { LiveConnection } from "./connection.js";
import { MessageList } from "./message_list.js";
import { countUnread } from "./merge_lines.js";
import { isMentioned } from "./mentions.js";
import { showAuthorDialog } from "./author_dialog.js";
import { MessageForm } from "./message_form.js";
import { listenQuickPhrases } from "./quick_phrases.js";
import { showToast } from "../site/toast.js";
import { reportEvent } from "../room/room_events.js";
import { all, isolate, find, one } from "../room/page.js";

export class Chat {
  #stamp = "0";
  #seen = 0;
  #closed = false; // by the viewer

  /** @param {HTMLElement} chat @param {HTMLElement} opener the icon in the header */
  constructor(chat, opener) {
    this.chat = chat;
    this.opener = opener;
    this.messages = new MessageList(chat);
    this.form = new MessageForm(chat, (html) => this.take(html));
    this.connection = new LiveConnection(chat.dataset.socket || "", () => this.#stamp, (html) => this.take(html));
  }

  listen() {
    this.form.listen();
    if (this.form.field.value) this.#fold(false); // an unsent message
    this.form.draft.focus();
    listenQuickPhrases(one(".quick-phrases", this.chat));
    this.connection.listen();
    this.opener.addEventListener("click", () => this.raise(true));
    const unfold = one("[data-chat-unfold]", this.chat);
    unfold.addEventListener("click", () => {
      this.#closed = false;
      this.#fold(false);
      this.form.field.focus({ preventScroll: true });
    });
    one("[data-chat-close]", this.chat).addEventListener("click", () => {
      if (this.chat.classList.contains("raised")) return this.raise(false);
      this.#closed = true;
      this.#fold(true);
      return unfold.focus({ preventScroll: true });
    });
    one(".older", this.chat).addEventListener("click", () => this.#loadOlder());
    this.messages.scroller.addEventListener("scroll", () => this.#count(), { passive: true });
    document.addEventListener("visibilitychange", () => this.#count());
    this.chat.addEventListener("keydown", (event) => this.#press(event));
    this.chat.addEventListener("click", (event) => {
      const name = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.person;
      if (name) showAuthorDialog((this.chat.dataset.person || "").replace(/0\/$/, `${name}/`), this);
    });
    document.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (button?.dataset.chatSwitch) this.#switch(button);
    });
    window.visualViewport?.addEventListener("resize", () => this.#clearKeyboard());
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
    const [known, newest] = [this.#stamp !== "0", this.messages.newest];
    this.#stamp = update.dataset.stamp || "0";
    this.messages.take(update);
    this.chat.classList.toggle("has-messages", this.messages.lines.length > 0);
    if (this.messages.lines.length && !this.#closed) this.#fold(false);
    if (known) this.#reportMentions(newest);
    this.form.takeChannels(update);
    document.body.dataset.chatOpen = update.dataset.open ? "on" : "off"; // the host's menu shows it
    this.#count();
  }

  /** Report each message newer than this one in which someone else mentions the viewer.
   * @param {number} newest */
  #reportMentions(newest) {
    const { room = "", name = "", named = "" } = this.chat.dataset;
    const lines = this.messages.lines.filter(({ number, mine }) => number > newest && !mine);
    for (const { number } of lines) {
      const line = one(`#m${number}`, this.messages.list);
      if (!isMentioned(one("p", line).textContent || "", name)) continue;
      reportEvent(`said:${room}:${number}`, "mention", named.replace("{name}", () => isolate(one(".author", line).textContent || "")));
    }
  }

  /** Reload everything, also what is already shown. */
  async renew() {
    this.messages.forget();
    const { text, say } = await ask("GET", this.chat.dataset.url || "");
    this.#takeOrShow(say, text);
  }

  /** @param {boolean} up whether the sheet is open */
  raise(up) {
    this.chat.classList.toggle("raised", up);
    this.opener.ariaExpanded = String(up);
    this.messages.scrollToEnd();
    this.#clearKeyboard();
    this.#count();
    if (up) this.form.field.focus({ preventScroll: true });
    else this.opener.focus();
  }

  /** Fold the panel of a wide screen into its heading, or show all of it. It starts folded and opens
   * with the first message; once the viewer has closed it, messages are only counted.
   * @param {boolean} folded */
  #fold(folded) {
    if (this.chat.classList.contains("folded") === folded) return;
    const held = document.activeElement?.matches("[data-chat-unfold]");
    this.chat.classList.toggle("folded", folded);
    this.messages.scrollToEnd();
    if (held) this.form.field.focus({ preventScroll: true });
    this.#count();
  }

  /** @param {HTMLElement} button with which the host switches the chat off or on */
  async #switch({ dataset }) {
    const { text, say } = await ask("POST", dataset.url || "", { open: dataset.chatSwitch || "" }, "seat");
    this.#takeOrShow(say, text);
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
    else this.#takeOrShow(say, text);
  }

  /** Show an answer, and this sentence about the request unless the answer says why it was refused.
   * @param {import("../site/sending.js").Sentence} sentence @param {string} html */
  #takeOrShow(sentence, html) {
    this.take(html);
    if (!html.includes('id="_refusal"')) showToast(sentence);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.key === "Escape" && this.chat.classList.contains("raised")) this.raise(false);
    const names = all("button.author", this.messages.list);
    const at = names.indexOf(/** @type {HTMLElement} */ (event.target));
    const to = names[at + ({ ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0)];
    if (at < 0 || !to || to === names[at]) return;
    event.preventDefault();
    to.focus();
  }

  /** The newest message that was read here. */
  get #read() {
    try {
      return Number(localStorage.getItem(`chat:${this.chat.dataset.room}`)) || this.#seen;
    } catch {
      return this.#seen;
    }
  }
  set #read(number) {
    this.#seen = number;
    try {
      localStorage.setItem(`chat:${this.chat.dataset.room}`, String(number));
    } catch { /* without storage it lasts as long as the page */ }
  }

  /** Update the badge of unread messages, and remember what was read. */
  #count() {
    const up = this.chat.classList.contains("raised"); // or opening: the style lags
    const { scroller } = this.messages;
    const shown = up || (getComputedStyle(scroller).visibility === "visible" && scroller.clientHeight > 0);
    const seen = shown && !document.hidden && this.messages.atEnd;
    if (seen) this.#read = this.messages.newest;
    const unread = countUnread(this.messages.lines, this.#read);
    const { unread: words = "", read = "" } = this.chat.dataset;
    this.opener.ariaLabel = unread ? words.replace("{n}", String(unread)) : read;
    for (const mark of [one(".count-badge", this.opener), one(".unread", this.chat)]) {
      mark.hidden = !unread;
      mark.textContent = unread > 99 ? "99+" : String(unread);
    }
  }

  /** Keep the sheet above a phone's on-screen keyboard, which covers the page. */
  #clearKeyboard() {
    const view = window.visualViewport;
    if (!view) return;
    const hidden = Math.max(0, window.innerHeight - view.height - view.offsetTop);
    this.chat.style.setProperty("--keyboard", `${hidden}px`);
    this.chat.style.setProperty("--visible-height", `${view.height}px`);
  }
}
