// Asks the server, after each change, what the tentative tiles would score. Only one request runs
// at a time, and an answer to an older one is not shown.
import { announce, words } from "./announcer.js";
import { find, text } from "./page.js";
import { decideOutcome } from "../site/sending.js";
import { writePlay } from "./notation.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./painter.js").Painter} Painter */

const PAUSE = 150; // ms without a change before asking
const ANNOUNCE_PAUSE = 800; // ms without a change before announcing

export class Preview {
  #askTimer = 0;
  #announceTimer = 0;
  #wanted = "";

  /** @param {HTMLElement} room @param {Table} table @param {Painter} painter */
  constructor(room, table, painter) {
    this.room = room;
    this.table = table;
    this.painter = painter;
  }

  listen() {
    const isMine = (/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.target).id === "_preview";
    document.addEventListener("htmx:beforeSwap", (event) => {
      const { requestConfig, xhr } = /** @type {HtmxAnswer} */ (event).detail;
      if (!isMine(event)) return;
      const { position, tiles, turn } = requestConfig.parameters;
      const isWanted = `${position} ${tiles} ${turn}` === this.#wanted;
      event.detail.shouldSwap = xhr.status === 200 && isWanted;
      const { again } = decideOutcome("query", xhr.status, xhr.getResponseHeader("Retry-After"));
      if (isWanted && again) this.#askTimer = window.setTimeout(() => this.#ask({ position, tiles, turn }), again);
    });
    document.addEventListener("htmx:afterSwap", (event) => { if (isMine(event)) this.#show(); });
  }

  /** Clear the preview after a change, and ask for a new one.
   * @param {number} turn */
  update(turn) {
    clearTimeout(this.#askTimer);
    clearTimeout(this.#announceTimer);
    this.#wanted = "";
    this.painter.score = null;
    const written = writePlay(this.table);
    if (!written) return say("");
    if ("problem" in written) return this.#say(written.problem);
    if (this.table.laid.some((tile) => tile.blank && !tile.as)) return undefined;
    this.#wanted = `${written.position} ${written.tiles} ${turn}`;
    this.#askTimer = window.setTimeout(() => this.#ask({ ...written, turn: String(turn) }), PAUSE);
    return undefined;
  }

  /** @param {Record<string, string>} values */
  #ask(values) {
    const where = { source: "#_preview", target: "#_preview", swap: "outerHTML", values };
    htmx.ajax("POST", this.room.dataset.preview || "", where).catch(() => {}); // next change retries
  }

  #show() {
    const part = find("#_preview");
    if (!part) return;
    const { dataset: { lawful, score }, classList } = part;
    this.painter.lawful = lawful === "1";
    this.painter.checked = !classList.contains("unchecked");
    this.painter.score = score ? Number(score) : null;
    this.painter.paint();
    this.#announce();
  }

  /** Say why this placement is not a play; the server is not asked.
   * @param {"line" | "gap"} problem */
  #say(problem) {
    say(text(problem));
    this.#announce();
  }

  #announce() {
    this.#announceTimer = window.setTimeout(() => announce(words(find("#_preview"))), ANNOUNCE_PAUSE);
  }
}

/** @param {string} message */
function say(message) {
  const part = find("#_preview");
  if (!part) return;
  part.textContent = "";
  if (message) part.appendChild(Object.assign(document.createElement("span"), { className: "no", textContent: message }));
}
