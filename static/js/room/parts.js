// What comes in: htmx places the parts of answers and pushes by their ids; here those of a bundle
// older than what is shown are refused, the focus is kept, and the rest of the page is told.
import { announce, message, words } from "./announcer.js";
import { all, maybe, one } from "./page.js";
import { readState } from "./state.js";

/** @typedef {import("./state.js").State} State */

// Parts that belong to no bundle.
const ALONE = ["_message", "_watching", "_watchers", "_presence", "_goodbye", "_preview", "_hint", "_drafts"];

export class Parts {
  state = readState();
  /** @type {State | null} what the parts that are coming in belong to */
  #offered = null;
  #older = false;
  #unsaid = false; // whether a message has come that was not yet spoken
  #focus = { element: "", part: "" };
  told = false; // whether the last answer brought a message
  follows = false; // whether the last push was a bundle, or a whisper

  /** @param {HTMLElement} room @param {(before: State, fresh: boolean) => void} arrived */
  constructor(room, arrived) {
    this.room = room;
    this.arrived = arrived;
  }

  listen() {
    const begin = () => this.#begin();
    const end = () => this.#end();
    this.room.addEventListener("htmx:beforeSwap", begin);
    this.room.addEventListener("htmx:wsBeforeMessage", begin);
    this.room.addEventListener("htmx:afterRequest", end);
    this.room.addEventListener("htmx:wsAfterMessage", end);
    document.addEventListener("htmx:oobBeforeSwap", (event) => {
      if (!this.#takes(event.detail)) event.preventDefault();
    });
  }

  /** Which parts of an answer are wanted: all that the page has, the state first. */
  get wanted() { return all("[id^=_]").map((part) => `#${part.id}`).join(); }
  /** The same without what is said to somebody who has just tried something. */
  get silent() { return this.wanted.replace("#_message", "#_none"); }

  #begin() {
    this.#offered = null;
    this.#older = this.told = this.follows = false;
    this.#focus = { element: "", part: "" };
  }

  /** @param {{ target: Element, fragment: ParentNode }} part */
  #takes({ target, fragment }) {
    const part = fragment.firstElementChild;
    if (target.id === "_state") this.#open(readState(fragment));
    if (target.id === "_drafts") this.follows = true;
    if (target.id === "_message") this.told = this.#unsaid = true;
    if (this.#older && !ALONE.includes(target.id)) return false;
    if (!part || target.isEqualNode(part)) return false;
    keepChoices(target, fragment);
    if (target.contains(document.activeElement)) {
      this.#focus = { element: nameOf(/** @type {HTMLElement} */ (document.activeElement)), part: target.id };
    }
    return true;
  }

  /** @param {State} offered */
  #open(offered) {
    this.follows = true;
    this.#older = offered.stamp < this.state.stamp;
    if (this.#older) return;
    this.#offered = offered;
    if (offered.stamp > this.state.stamp) message("");
  }

  #end() {
    const [before, offered] = [this.state, this.#offered];
    const held = /** @type {HTMLElement} */ (document.activeElement);
    if (offered) {
      this.state = offered;
      this.arrived(before, offered.stamp > before.stamp);
    }
    if (this.#focus.part || !held.getClientRects().length) this.#refocus();
    if (this.#unsaid) announce(words(one("#_message")));
    const echo = maybe("dialog[open] [data-echo]"); // the page's own line is behind the dialog
    if (echo && this.#unsaid) echo.textContent = one("#_message").textContent;
    this.#unsaid = false;
    this.#offered = null;
    this.#focus.part = "";
  }

  /** Back to what had the focus, or to what stands in its place. */
  #refocus() {
    const { element, part } = this.#focus;
    const same = element && maybe(element);
    const near = part && maybe(`#${part} :is(button, a, input):not([disabled])`);
    const found = same || near || maybe("#_over section") || maybe("[role=gridcell][tabindex='0']");
    if (found?.matches("section")) found.tabIndex = -1;
    found?.focus({ preventScroll: true });
  }
}

/** What was chosen in a list stays chosen, where it is still offered.
 * @param {Element} target @param {ParentNode} fragment */
function keepChoices(target, fragment) {
  for (const list of /** @type {HTMLSelectElement[]} */ (all("select[id]", target))) {
    const option = maybe(`#${list.id} option[value="${CSS.escape(list.value)}"]`, fragment);
    if (option) /** @type {HTMLOptionElement} */ (option).selected = true;
  }
}

/** A selector that finds an element again when its part is replaced.
 * @param {HTMLElement} element */
function nameOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const { post, seat, who } = element.dataset;
  const line = /** @type {HTMLLIElement | null} */ (element.closest(".moves li"));
  if (line) return `.moves li[value="${line.value}"] button${element.matches("button ~ button") ? " ~ button" : ""}`;
  const beside = (seat ? `[data-seat="${seat}"]` : "") + (who ? `[data-who="${who}"]` : "");
  return post ? `[data-post="${CSS.escape(post)}"]${beside}` : "";
}
