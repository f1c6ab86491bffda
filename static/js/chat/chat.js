// The chat of a room: connects its list of messages, its form and its socket. On a phone it is a
// sheet that the icon in the header opens; a badge on the icon counts unread messages.
import { ask } from "./chat_requests.js";
import { Conversation } from "./conversation.js";
import { countUnread } from "./merge_lines.js";
import { isMentioned } from "./mentions.js";
import { listenQuickPhrases } from "./quick_phrases.js";
import { reportEvent } from "../room/room_events.js";
import { isolate, one } from "../room/page.js";

export class Chat extends Conversation {
  #seen = 0;
  #closed = false; // by the viewer

  /** @param {HTMLElement} chat @param {HTMLElement} opener the icon in the header */
  constructor(chat, opener) {
    super(chat);
    this.opener = opener;
  }

  listen() {
    super.listen();
    if (this.form.field.value) { // an unsent message
      this.#fold(false);
      this.form.draft.focus();
    }
    listenQuickPhrases(one(".quick-phrases", this.chat));
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
    this.messages.scroller.addEventListener("scroll", () => this.#count(), { passive: true });
    document.addEventListener("visibilitychange", () => this.#count());
    this.chat.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.chat.classList.contains("raised")) this.raise(false);
    });
    document.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (button?.dataset.chatSwitch) this.#switch(button);
    });
    window.visualViewport?.addEventListener("resize", () => this.#clearKeyboard());
  }

  /** @param {number} newest */
  noteMessages(newest) {
    this.chat.classList.toggle("has-messages", this.messages.lines.length > 0);
    if (this.messages.lines.length && !this.#closed) this.#fold(false);
    this.#reportMentions(newest);
  }

  /** @param {HTMLElement} update */
  noteUpdate(update) {
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
    this.takeOrShow(say, text);
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
