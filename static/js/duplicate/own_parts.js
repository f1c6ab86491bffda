// The parts of the page that only the viewer gets: what they have sent, their result and place. They
// come with the answers to the viewer's own commands. Everyone's parts come over the socket, and
// then this module asks for the viewer's own, at a random moment, so that a thousand pages do not
// ask at once.
import { readState } from "../room/state.js";
import { sendRequest } from "../room/requests.js";
import { momentOf, stateOf } from "./state.js";

/** @typedef {import("../room/fragments.js").Fragments} Fragments */

const SPREAD = 500; // ms within which the pages ask
const WANTED = "#_own_play,#_own_result,#_own_standing,#_host_controls";

export class OwnParts {
  #timer = 0;
  #newest;

  /** @param {HTMLElement} room @param {Fragments} fragments @param {() => void} arrived */
  constructor(room, fragments, arrived) {
    this.room = room;
    this.fragments = fragments;
    this.arrived = arrived;
    const { stamp } = fragments.state;
    this.#newest = { stamp, moment: momentOf(stateOf(fragments)) };
  }

  /** Refuse parts that belong to another turn than the one shown. */
  listen() {
    document.addEventListener("htmx:oobBeforeSwap", (event) => {
      const { target, fragment } = event.detail;
      if (target.id === "_state") this.#follow(readState(fragment));
      const part = /** @type {HTMLElement | null} */ (fragment.firstElementChild);
      if (part?.dataset.moment && part.dataset.moment !== this.#newest.moment) event.preventDefault();
    });
  }

  /** Ask for the viewer's own parts soon. */
  refresh() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#load(), Math.random() * SPREAD);
  }

  /** @param {import("../room/state.js").State} state */
  #follow(state) {
    if (state.stamp < this.#newest.stamp) return;
    const moment = momentOf(/** @type {import("./state.js").DuplicateState} */ (state));
    this.#newest = { stamp: state.stamp, moment };
  }

  async #load() {
    const url = this.room.dataset.own || "";
    const { again, status } = await sendRequest(this.room, { kind: "poll", method: "GET", url, wanted: WANTED });
    if (again) this.#timer = window.setTimeout(() => this.#load(), again);
    else if (status && status < 400) this.arrived();
  }
}
