// The messages on the page. Only new ones are added: a screen reader then reads those alone, and
// the scroll position stays for people who read older messages.
import { join } from "./merge_lines.js";
import { all, one } from "../room/page.js";

/** @typedef {import("./merge_lines.js").MessageRange} MessageRange */

const CLOSE = 40; // px from the end that count as the end

export class MessageList {
  /** @type {MessageRange} */
  #shown = { since: 0, lines: [] };
  #epoch = "";
  /** @type {Map<number, string>} the HTML of each message */
  #html = new Map();
  /** @type {WeakMap<Element, string>} the HTML each element was made from */
  #sources = new WeakMap();

  /** @param {HTMLElement} chat */
  constructor(chat) {
    this.me = chat.dataset.me || "";
    this.scroller = one(".chat-lines", chat);
    this.list = one("ol", this.scroller);
  }

  get lines() {
    return all("li", this.list).map((line) => ({ number: numberOf(line), mine: line.dataset.by === this.me }));
  }
  get newest() { return this.#shown.lines.at(-1) ?? 0; }
  get atEnd() { return this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight < CLOSE; }

  scrollToEnd() { this.scroller.scrollTop = this.scroller.scrollHeight; }

  /** Take over the newest messages.
   * @param {HTMLElement} part */
  take(part) {
    const atEnd = this.atEnd;
    const lines = this.#keep(part);
    const since = Number(part.dataset.since);
    this.#show(join(this.#shown, { since, lines }, part.dataset.epoch !== this.#epoch));
    this.#epoch = part.dataset.epoch || "";
    if (atEnd) this.scrollToEnd();
    this.scroller.ariaLive = "polite"; // set late: first messages are not read aloud
  }

  /** Put older messages before the others and keep the scroll position. They are dropped if they do
   * not reach to the oldest that is shown.
   * @param {HTMLElement} part @param {number} before the oldest when they were requested */
  takeOlder(part, before) {
    if (before !== this.oldest) return;
    const fromEnd = this.scroller.scrollHeight - this.scroller.scrollTop;
    const lines = [...this.#keep(part), ...this.#shown.lines];
    this.scroller.ariaLive = "off";
    this.#show({ since: Number(part.dataset.since), lines });
    this.scroller.scrollTop = this.scroller.scrollHeight - fromEnd;
    setTimeout(() => { this.scroller.ariaLive = "polite"; });
  }

  /** Replace everything shown by the next update. */
  forget() { this.#epoch = "?"; }

  get oldest() { return this.#shown.since || (this.#shown.lines[0] ?? 0); }

  /** @param {HTMLElement} part @returns {number[]} */
  #keep(part) {
    return all("li", part).map((line) => {
      this.#html.set(numberOf(line), line.outerHTML);
      return numberOf(line);
    });
  }

  /** @param {MessageRange} wanted */
  #show(wanted) {
    const stays = new Set(wanted.lines);
    for (const line of all("li", this.list)) if (!stays.has(numberOf(line))) line.remove();
    for (const number of this.#html.keys()) if (!stays.has(number)) this.#html.delete(number);
    let next = this.list.firstElementChild;
    for (const number of wanted.lines) {
      const html = this.#html.get(number) || "";
      const there = next && numberOf(/** @type {HTMLElement} */ (next)) === number ? next : null;
      if (there && this.#sources.get(there) === html) next = there.nextElementSibling;
      else {
        const line = this.#make(html);
        if (there) { next = there.nextElementSibling; there.replaceWith(line); }
        else this.list.insertBefore(line, next);
      }
    }
    this.#shown = wanted;
    one(".older", this.scroller).hidden = !wanted.since;
    one(".empty-state", this.scroller).hidden = wanted.lines.length > 0 || wanted.since > 0;
    this.#updateTabStop();
  }

  /** @param {string} html @returns {Element} */
  #make(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    const line = /** @type {HTMLElement} */ (template.content.firstElementChild);
    this.#sources.set(line, html);
    line.classList.toggle("mine", line.dataset.by === this.me);
    return line;
  }

  /** Make only the newest name reachable by Tab; arrow keys lead to the others. */
  #updateTabStop() {
    const names = all("button.author", this.list);
    if (names.includes(/** @type {HTMLElement} */ (document.activeElement))) return;
    names.forEach((name, at) => { name.tabIndex = at === names.length - 1 ? 0 : -1; });
  }
}

/** @param {HTMLElement} line */
function numberOf(line) { return Number(line.id.slice(1)); }
