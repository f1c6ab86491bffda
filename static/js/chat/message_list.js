// The messages on the page. Only new ones are added: a screen reader then reads those alone, and
// the scroll position stays for people who read older messages.
import { join } from "./merge_lines.js";
import { all, one } from "../room/page.js";

/** @typedef {import("./merge_lines.js").Stretch} Stretch */

const CLOSE = 40; // px from the end that count as the end

export class MessageList {
  /** @type {Stretch} */
  #shown = { since: 0, lines: [] };
  #epoch = "";
  /** @type {Map<number, string>} the HTML of each message */
  #came = new Map();
  /** @type {WeakMap<Element, string>} the HTML each element was made from */
  #drawn = new WeakMap();

  /** @param {HTMLElement} chat */
  constructor(chat) {
    this.me = chat.dataset.me || "";
    this.talk = one(".chat-lines", chat);
    this.list = one("ol", this.talk);
  }

  get lines() {
    return all("li", this.list).map((line) => ({ number: numberOf(line), mine: line.dataset.by === this.me }));
  }
  get newest() { return this.#shown.lines.at(-1) ?? 0; }
  get atEnd() { return this.talk.scrollHeight - this.talk.scrollTop - this.talk.clientHeight < CLOSE; }

  toEnd() { this.talk.scrollTop = this.talk.scrollHeight; }

  /** Take over the newest messages.
   * @param {HTMLElement} part */
  take(part) {
    const atEnd = this.atEnd;
    const lines = this.#keep(part);
    const since = Number(part.dataset.since);
    this.#show(join(this.#shown, { since, lines }, part.dataset.epoch !== this.#epoch));
    this.#epoch = part.dataset.epoch || "";
    if (atEnd) this.toEnd();
    this.talk.ariaLive = "polite"; // set late: first messages are not read aloud
  }

  /** Put older messages before the others and keep the scroll position. They are dropped if they do
   * not reach to the oldest that is shown.
   * @param {HTMLElement} part @param {number} before the oldest when they were requested */
  takeOlder(part, before) {
    if (before !== this.oldest) return;
    const fromEnd = this.talk.scrollHeight - this.talk.scrollTop;
    const lines = [...this.#keep(part), ...this.#shown.lines];
    this.talk.ariaLive = "off";
    this.#show({ since: Number(part.dataset.since), lines });
    this.talk.scrollTop = this.talk.scrollHeight - fromEnd;
    setTimeout(() => { this.talk.ariaLive = "polite"; });
  }

  /** Replace everything shown by the next update. */
  forget() { this.#epoch = "?"; }

  get oldest() { return this.#shown.since || (this.#shown.lines[0] ?? 0); }

  /** @param {HTMLElement} part @returns {number[]} */
  #keep(part) {
    return all("li", part).map((line) => {
      this.#came.set(numberOf(line), line.outerHTML);
      return numberOf(line);
    });
  }

  /** @param {Stretch} wanted */
  #show(wanted) {
    const stays = new Set(wanted.lines);
    for (const line of all("li", this.list)) if (!stays.has(numberOf(line))) line.remove();
    for (const number of this.#came.keys()) if (!stays.has(number)) this.#came.delete(number);
    let next = this.list.firstElementChild;
    for (const number of wanted.lines) {
      const came = this.#came.get(number) || "";
      const there = next && numberOf(/** @type {HTMLElement} */ (next)) === number ? next : null;
      if (there && this.#drawn.get(there) === came) next = there.nextElementSibling;
      else {
        const line = this.#make(came);
        if (there) { next = there.nextElementSibling; there.replaceWith(line); }
        else this.list.insertBefore(line, next);
      }
    }
    this.#shown = wanted;
    one(".older", this.talk).hidden = !wanted.since;
    one(".empty-state", this.talk).hidden = wanted.lines.length > 0 || wanted.since > 0;
    this.#rove();
  }

  /** @param {string} came @returns {Element} */
  #make(came) {
    const template = document.createElement("template");
    template.innerHTML = came;
    const line = /** @type {HTMLElement} */ (template.content.firstElementChild);
    this.#drawn.set(line, came);
    line.classList.toggle("mine", line.dataset.by === this.me);
    return line;
  }

  /** Make only the newest name reachable by Tab; arrow keys lead to the others. */
  #rove() {
    const names = all("button.author", this.list);
    if (names.includes(/** @type {HTMLElement} */ (document.activeElement))) return;
    names.forEach((name, at) => { name.tabIndex = at === names.length - 1 ? 0 : -1; });
  }
}

/** @param {HTMLElement} line */
function numberOf(line) { return Number(line.id.slice(1)); }
