// The parts of the page that only the viewer gets: what they have sent, their result and place. They
// come with the answers to the viewer's own commands and, once a turn has begun or ended, over the
// socket. If they do not come, this module asks for them at a random moment, so that a thousand pages
// do not ask at once.
import { readState } from "../room/state.js";
import { sendRequest } from "../room/requests.js";
import { momentOf, stateOf } from "./state.js";

/** @typedef {import("../room/fragments.js").Fragments} Fragments */

const SPREAD = 500; // ms within which the pages ask
const PUSHED_WITHIN = 2000; // ms for which they are awaited first
const PUSHED_IN = ["playing", "pause", "over"]; // phases
const WANTED = "#_own_play,#_own_result,#_own_standing,#_host_controls";

export class OwnParts {
  #timer = 0;
  #newest;
  #isPushed = false; // whether the message that is being placed has brought them

  /** @param {HTMLElement} room @param {Fragments} fragments
   * @param {import("../room/connection.js").RoomConnection} connection @param {() => void} arrived */
  constructor(room, fragments, connection, arrived) {
    this.room = room;
    this.fragments = fragments;
    this.connection = connection;
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
      else if (target.id === "_own_result") this.#isPushed = true;
    });
    this.room.addEventListener("htmx:wsBeforeMessage", () => { this.#isPushed = false; });
    this.room.addEventListener("htmx:wsAfterMessage", () => {
      if (!this.#isPushed) return;
      clearTimeout(this.#timer);
      this.arrived();
    });
  }

  /** Ask for the viewer's own parts soon, unless they come before. */
  refresh() {
    clearTimeout(this.#timer);
    const arePushed = this.connection.isOpen && PUSHED_IN.includes(this.fragments.state.phase);
    const pause = (arePushed ? PUSHED_WITHIN : 0) + Math.random() * SPREAD;
    this.#timer = window.setTimeout(() => this.#load(), pause);
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
