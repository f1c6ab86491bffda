// The chat of a room: ties its log, its writer and its socket together. On a phone it is a sheet
// that the icon in the head brings up; the mark there counts what was not yet read.
import { ask } from "./asking.js";
import { ChatLine } from "./line.js";
import { Log } from "./log.js";
import { countUnread } from "./merge.js";
import { isNamed } from "./naming.js";
import { showPerson } from "./person.js";
import { Writer } from "./writer.js";
import { happen } from "../room/happenings.js";
import { all, maybe, one } from "../room/page.js";

export class Chat {
  #stamp = "0";
  #seen = 0;

  /** @param {HTMLElement} chat @param {HTMLElement} opener the icon in the head */
  constructor(chat, opener) {
    this.chat = chat;
    this.opener = opener;
    this.log = new Log(chat);
    this.writer = new Writer(chat, (html) => this.take(html));
    this.line = new ChatLine(chat.dataset.socket || "", () => this.#stamp, (html) => this.take(html));
  }

  listen() {
    this.writer.listen();
    this.line.listen();
    this.opener.addEventListener("click", () => this.lift(true));
    one("[data-chat-close]", this.chat).addEventListener("click", () => this.lift(false));
    one(".older", this.chat).addEventListener("click", () => this.#lookBack());
    this.log.talk.addEventListener("scroll", () => this.#count(), { passive: true });
    document.addEventListener("visibilitychange", () => this.#count());
    this.chat.addEventListener("keydown", (event) => this.#press(event));
    this.chat.addEventListener("click", (event) => {
      const name = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.person;
      if (name) showPerson((this.chat.dataset.person || "").replace(/0\/$/, `${name}/`), this);
    });
    document.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (button?.dataset.chatSwitch) this.#switch(button);
    });
    window.visualViewport?.addEventListener("resize", () => this.#makeRoom());
  }

  /** Take in what has come, whatever it is.
   * @param {string} html */
  take(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    const said = maybe("#_said", template.content);
    if (said) this.writer.say(said.textContent || "");
    const older = maybe("#_older", template.content);
    if (older) this.log.takeOlder(older);
    const news = maybe("#_chat", template.content);
    if (!news || Number(news.dataset.stamp) < Number(this.#stamp)) return;
    const [known, newest] = [this.#stamp !== "0", this.log.newest];
    this.#stamp = news.dataset.stamp || "0";
    this.log.take(news);
    if (known) this.#ring(newest);
    this.writer.takePlaces(news);
    document.body.dataset.talk = news.dataset.open ? "on" : "off"; // the host's menu shows it
    this.#count();
  }

  /** Somebody else has named the viewer in a line that is newer than this one.
   * @param {number} newest */
  #ring(newest) {
    const { room = "", name = "", named = "" } = this.chat.dataset;
    const lines = this.log.lines.filter(({ number, mine }) => number > newest && !mine);
    for (const { number } of lines) {
      const line = one(`#m${number}`, this.log.list);
      if (!isNamed(one("p", line).textContent || "", name)) continue;
      happen(`said:${room}:${number}`, "mention", named.replace("{name}", one(".by", line).textContent || ""));
    }
  }

  /** Show what there is to read now, though it may have been shown before. */
  async renew() {
    this.log.forget();
    this.take((await ask("GET", this.chat.dataset.url || "")).text);
  }

  /** @param {boolean} up whether the sheet is up */
  lift(up) {
    this.chat.classList.toggle("up", up);
    this.opener.ariaExpanded = String(up);
    this.log.toEnd();
    this.#makeRoom();
    this.#count();
    if (up) this.writer.field.focus({ preventScroll: true });
    else this.opener.focus();
  }

  /** @param {HTMLElement} button of the host, who switches the chat off or on */
  async #switch({ dataset }) {
    const { text } = await ask("POST", dataset.url || "", { open: dataset.chatSwitch || "" });
    this.take(text);
  }

  async #lookBack() {
    const { text } = await ask("GET", `${this.chat.dataset.url}?before=${this.log.oldest}`);
    this.take(text);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.key === "Escape" && this.chat.classList.contains("up")) this.lift(false);
    const names = all("button.by", this.log.list);
    const at = names.indexOf(/** @type {HTMLElement} */ (event.target));
    const to = names[at + ({ ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0)];
    if (at < 0 || !to || to === names[at]) return;
    event.preventDefault();
    to.focus();
  }

  /** The newest line that was read here. */
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
    } catch { /* without storage it is known as long as the page lives */ }
  }

  /** Mark what is unread, and note what is read. */
  #count() {
    const up = this.chat.classList.contains("up"); // or on its way: the style is late
    const shown = up || getComputedStyle(this.chat).visibility === "visible";
    const seen = shown && !document.hidden && this.log.atEnd;
    if (seen) this.#read = this.log.newest;
    const unread = countUnread(this.log.lines, this.#read);
    const { unread: words = "", read = "" } = this.chat.dataset;
    this.opener.ariaLabel = unread ? words.replace("{n}", String(unread)) : read;
    for (const mark of [one(".mark", this.opener), one(".unread", this.chat)]) {
      mark.hidden = !unread;
      mark.textContent = unread > 99 ? "99+" : String(unread);
    }
  }

  /** Keep the sheet above the keyboard of a phone, which lies over the page. */
  #makeRoom() {
    const view = window.visualViewport;
    if (!view) return;
    const hidden = Math.max(0, window.innerHeight - view.height - view.offsetTop);
    this.chat.style.setProperty("--keyboard", `${hidden}px`);
    this.chat.style.setProperty("--seen", `${view.height}px`);
  }
}
