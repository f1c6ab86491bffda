// Incoming parts of the page. htmx places the parts of answers and pushes by their ids. This module
// refuses parts of another room and of states older than the one shown, keeps the focus and a button
// that is being pressed, and notifies the rest of the page.
import { runAfterPress, isPressed } from "../site/presses.js";
import { announce, message, words } from "./announcer.js";
import { all, find, one } from "./page.js";
import { readState } from "./state.js";

/** @typedef {import("./state.js").State} State */

// Parts that belong to no state update.
const ALONE = ["_message", "_spectator_count", "_spectators", "_presence", "_removed_notice", "_preview", "_hint", "_drafts"];

export class Fragments {
  state = readState();
  /** @type {State | null} the state that the incoming parts belong to */
  #offered = null;
  #older = false;
  #foreign = false; // whether the parts are another room's
  #unannounced = false; // whether a message is not yet announced
  #focus = { element: "", part: "" };
  #pressedGame = ""; // the game of a part that waits for the end of a press
  hasMessage = false; // whether the last answer brought a message
  follows = false; // whether the last push was a state or team drafts

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
      if (!this.#accepts(event.detail)) event.preventDefault();
    });
  }

  /** The parts of an answer that are wanted: all that the page has, the state first. */
  get wanted() { return all("[id^=_]").map((part) => `#${part.id}`).join(); }
  /** The same without the message, which only answers to a player's own action bring. */
  get silent() { return this.wanted.replace("#_message", "#_none"); }

  /** The game of the button whose click is being handled. */
  get pressedGame() { return this.#pressedGame || this.state.game; }

  #begin() {
    this.#offered = null;
    this.#older = this.#foreign = this.hasMessage = this.follows = false;
    this.#focus = { element: "", part: "" };
  }

  /** @param {{ target: Element, fragment: ParentNode }} part */
  #accepts({ target, fragment }) {
    const part = fragment.firstElementChild;
    if (target.id === "_state") this.#open(readState(fragment));
    if (this.#foreign) return false;
    if (target.id === "_drafts") this.follows = true;
    if (target.id === "_message") this.hasMessage = this.#unannounced = true;
    if (this.#older && !ALONE.includes(target.id)) return false;
    if (!part) return false;
    if (isPressed(target)) {
      this.#pressedGame ||= this.state.game;
      runAfterPress(() => this.#placeLate(target.id, part));
      return false;
    }
    return this.#prepare(target, part);
  }

  /** Carry over to a new part what the reader has done in the old one.
   * @param {Element} target @param {Element} part
   * @returns {boolean} whether the part differs and is to be placed */
  #prepare(target, part) {
    keepUnfolded(target, part);
    if (target.isEqualNode(part)) return false;
    keepChoices(target, part);
    if (target.contains(document.activeElement)) {
      this.#focus = { element: nameOf(/** @type {HTMLElement} */ (document.activeElement)), part: target.id };
    }
    return true;
  }

  /** Place a part that had to wait for the end of a press.
   * @param {string} id @param {Element} part */
  #placeLate(id, part) {
    const target = find(`#${id}`);
    this.#focus = { element: "", part: "" };
    this.#pressedGame = "";
    if (!target || !this.#prepare(target, part)) return;
    target.replaceWith(part);
    htmx.process(part);
    if (this.#focus.part) this.#refocus();
    this.#focus.part = "";
    this.arrived(this.state, false);
  }

  /** @param {State} offered */
  #open(offered) {
    this.#foreign = !!offered.room && offered.room !== this.state.room;
    if (this.#foreign) return;
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
    if (this.#unannounced) announce(words(one("#_message")));
    const echo = find("dialog[open] [data-echo]"); // as in announcer.js
    if (echo && this.#unannounced) echo.textContent = one("#_message").textContent;
    this.#unannounced = false;
    this.#offered = null;
    this.#focus.part = "";
  }

  /** Focus the element that had the focus, or the one that has replaced it. */
  #refocus() {
    const { element, part } = this.#focus;
    const same = element && find(element);
    const near = part && find(`#${part} :is(button, a, input):not([disabled])`);
    const found = same || near || find("#_result section") || find("[role=gridcell][tabindex='0']");
    if (found?.matches("section")) found.tabIndex = -1;
    found?.focus({ preventScroll: true });
  }
}

/** Keep the choice in a list, as long as it is still offered.
 * @param {Element} target @param {Element} part */
function keepChoices(target, part) {
  for (const list of /** @type {HTMLSelectElement[]} */ (all("select[id]", target))) {
    const option = find(`#${list.id} option[value="${CSS.escape(list.value)}"]`, part);
    if (option) /** @type {HTMLOptionElement} */ (option).selected = true;
  }
}

/** Keep open what the reader has unfolded.
 * @param {Element} target @param {Element} part */
function keepUnfolded(target, part) {
  for (const open of all("details[open] > summary", target)) {
    const same = all("details > summary", part).find((summary) => words(summary) === words(open));
    same?.parentElement?.setAttribute("open", "");
  }
}

/** Return a selector that finds an element again after its part was replaced.
 * @param {HTMLElement} element */
function nameOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const { post, seat, who } = element.dataset;
  const line = /** @type {HTMLLIElement | null} */ (element.closest(".moves li"));
  if (line) return `.moves li[value="${line.value}"] button${element.matches("button ~ button") ? " ~ button" : ""}`;
  const beside = (seat ? `[data-seat="${seat}"]` : "") + (who ? `[data-who="${who}"]` : "");
  return post ? `[data-post="${CSS.escape(post)}"]${beside}` : "";
}
