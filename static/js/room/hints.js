// Hints in games against the computer. A question is repeated until the computer has answered it.
// Answers to a question that no longer matters, such as one of an earlier turn, are not shown.
import { message } from "./announcer.js";
import { find, text } from "./page.js";
import { sendRequest } from "./requests.js";

const THINKING = 400; // ms between two requests while the computer thinks
const AGAIN = [1000, 2000, 5000]; // ms until a request without an answer is repeated

/** `turn` and `step` as the server reads them: the position, and how much to tell.
 * @typedef {{ game: string, turn: string, step: string }} Question */

export class Hints {
  /** @type {Map<string, Question>} the last question by the id of the element for its answer */
  #questions = new Map();
  /** Called when a hint is shown; set by room.js. */
  shown = () => {};

  /** @param {HTMLElement} room @param {import("./fragments.js").Fragments} fragments */
  constructor(room, fragments) {
    this.room = room;
    this.fragments = fragments;
  }

  listen() {
    document.addEventListener("click", ({ target }) => {
      const button = /** @type {HTMLElement} */ (target).closest("button");
      const hint = /** @type {HTMLElement | null | undefined} */ (button?.closest(".hint[data-turn]"));
      const step = button?.dataset.hintStep;
      if (step && hint) this.#ask(hint.id, hint.dataset.turn || "", step);
    });
  }

  /** Ask about the current position. */
  ask() { this.#ask("_hint", String(this.fragments.state.turn), "1"); }

  /** Remove the hint: its turn is over. */
  clear() {
    this.#questions.delete("_hint");
    find("#_hint")?.replaceChildren();
  }

  /** @param {string} place id of the element for the answer @param {string} turn
   * @param {string} step */
  async #ask(place, turn, step) {
    const question = { game: this.fragments.state.game, turn, step };
    this.#questions.set(place, question);
    const isWanted = () => this.#questions.get(place) === question && this.#hasPlace(place, question);
    let [lost, pressed] = [0, true]; // pressed: the player has just asked
    while (isWanted()) {
      const { status, again } = await this.#send(place, question, pressed, isWanted);
      if (!isWanted()) return;
      const mayRepeat = !status || again || (!pressed && (status === 429 || status >= 500));
      if (mayRepeat) {
        showReason(status ? text("crowded") : text("unsent"));
        await pause(again || AGAIN[Math.min(lost, AGAIN.length - 1)]);
        lost += 1;
      } else if (status >= 400) {
        this.#end(place, status, pressed);
        return;
      } else {
        showReason("");
        if (place === "_hint") this.shown();
        if (find(`#${place}`)?.dataset.waits === undefined) return;
        [lost, pressed] = [0, false];
        await pause(THINKING);
      }
    }
  }

  /** @param {string} place @param {Question} question
   * @param {boolean} pressed the reason for a refusal is shown only then
   * @param {() => boolean} isWanted */
  #send(place, { turn, step }, pressed, isWanted) {
    const url = find("[data-action=hint]")?.dataset.url || "";
    const wanted = pressed ? this.fragments.wanted : this.fragments.silent;
    return sendRequest(this.room, { method: "POST", url, wanted, values: { turn, step, root: place }, isWanted });
  }

  /** @param {string} place @param {Question} question */
  #hasPlace(place, { game, turn }) {
    const { state } = this.fragments;
    const shown = find(place === "_hint" ? "#_hint" : `dialog[open] #${place}`);
    return state.game === game && (place === "_hint" ? !!shown && turn === String(state.turn) : shown?.dataset.turn === turn);
  }

  /** @param {string} place @param {number} status of a refusal @param {boolean} pressed */
  #end(place, status, pressed) {
    showReason("");
    if (!pressed) find(`#${place}[data-waits]`)?.replaceChildren();
    if (status !== 409 && !(pressed && this.fragments.hasMessage)) message(text("failed"));
  }
}

/** Say why there is no answer yet; "" takes it back.
 * @param {string} sentence */
function showReason(sentence) {
  const shown = find("#_message")?.textContent || "";
  if (sentence ? shown !== sentence : [text("crowded"), text("unsent")].includes(shown)) message(sentence, "warning");
}

/** @param {number} length in ms */
function pause(length) { return new Promise((go) => { setTimeout(go, length); }); }
