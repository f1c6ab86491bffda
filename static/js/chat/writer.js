// Where a message is written: Enter sends it, with a key, so that one sent again after a lost line
// lands once. What was refused stays to be mended.
import { ask } from "./asking.js";
import { all, maybe, one } from "../room/page.js";

/** @typedef {{ channel: string, key: string, text?: string, phrase?: string }} Said */

const PAUSE = 3000; // ms until what could not be sent is tried again

export class Writer {
  #sending = false;
  #retryAt = 0;

  /** @param {HTMLElement} chat @param {(html: string) => void} take */
  constructor(chat, take) {
    this.chat = chat;
    this.take = take;
    this.field = /** @type {HTMLTextAreaElement} */ (one("textarea", chat));
    this.places = one(".writer .places", chat);
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
    this.places.addEventListener("change", () => this.#hint());
    this.chat.addEventListener("click", (event) => {
      const phrase = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.phrase;
      if (phrase) this.#send({ channel: this.#channel, key: newKey(), phrase });
    });
    window.addEventListener("online", () => this.#resend());
    this.#resend();
  }

  /** Where one may write now. What was chosen stays chosen where it can.
   * @param {HTMLElement} part */
  takePlaces(part) {
    const news = one(".places", part);
    const chosen = this.#channel;
    const same = all("input", news).map((input) => input.getAttribute("value")).join();
    if (this.places.dataset.for !== same) {
      this.places.replaceChildren(...news.childNodes);
      this.places.dataset.for = same;
      this.places.hidden = this.places.children.length < 2;
      const again = maybe(`input[value="${chosen}"]`, this.places);
      if (again) /** @type {HTMLInputElement} */ (again).checked = true;
    }
    this.open = !!part.dataset.open;
    this.#hint();
  }

  get #chosen() { return /** @type {HTMLInputElement | null} */ (maybe("input:checked", this.places)); }
  get #channel() { return this.#chosen?.value || ""; }

  #hint() {
    const closed = !this.open && this.#channel !== "team";
    this.field.disabled = closed;
    this.field.placeholder = closed ? this.chat.dataset.off || "" : this.#chosen?.dataset.hint || "";
    for (const button of all(".phrases button, .writer .go", this.chat)) {
      /** @type {HTMLButtonElement} */ (button).disabled = closed;
    }
  }

  /** As high as what is written in it. */
  #fit() {
    this.field.style.height = "auto";
    this.field.style.height = `${this.field.scrollHeight + 2}px`;
  }

  #write() {
    const text = this.field.value.trim();
    if (text) this.#send({ channel: this.#channel, key: newKey(), text });
  }

  #resend() {
    const said = JSON.parse(sessionStorage.getItem(this.#memory) || "null");
    if (!said) return;
    if (said.text && !this.field.value) this.field.value = said.text;
    this.#send(said);
  }

  get #memory() { return `said:${this.chat.dataset.room}`; }

  /** @param {Said} said */
  async #send(said) {
    const last = JSON.parse(sessionStorage.getItem(this.#memory) || "null");
    const same = last && last.text === said.text && last.phrase === said.phrase && last.channel === said.channel;
    if (this.#sending) return;
    this.#sending = true;
    clearTimeout(this.#retryAt);
    const words = same ? last : said; // what may have landed already goes out under its old key
    sessionStorage.setItem(this.#memory, JSON.stringify(words));
    const { status, text, again } = await ask("POST", this.chat.dataset.say || "", words);
    this.#sending = false;
    if (!status) {
      this.say(this.chat.dataset.unsent || "");
      this.#retryAt = window.setTimeout(() => this.#resend(), PAUSE);
      return;
    }
    if (again) {
      this.say(this.chat.dataset.crowded || "");
      this.#retryAt = window.setTimeout(() => this.#resend(), again);
      return;
    }
    sessionStorage.removeItem(this.#memory);
    this.say(status >= 400 ? this.chat.dataset.failed || "" : "");
    this.take(text);
    if (status < 400 && this.field.value.trim() === words.text) {
      this.field.value = "";
      this.#fit();
    }
  }

  /** @param {string} sentence */
  say(sentence) { one(".said", this.chat).textContent = sentence; }
}

/** Unique, also on plain http where randomUUID is missing. */
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
}
