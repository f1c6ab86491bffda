// The buttons' verbs: what is told to the server, after what has to be asked first.
import { message } from "./announcer.js";
import { chooseLevel, confirm } from "./dialogs.js";
import { chooseExchange } from "./exchange.js";
import { maybe, one, text } from "./page.js";
import { openReplies } from "./replies.js";
import { write } from "./written.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./commands.js").Commands} Commands */
/** @typedef {import("./parts.js").Parts} Parts */

export class Verbs {
  /** @param {HTMLElement} room @param {Table} table @param {Hand} hand @param {Commands} commands
   * @param {Parts} parts */
  constructor(room, table, hand, commands, parts) {
    this.room = room;
    this.table = table;
    this.hand = hand;
    this.commands = commands;
    this.parts = parts;
  }

  /** @param {string} verb */
  do(verb) {
    /** @type {Record<string, () => unknown>} */
    const verbs = {
      play: () => this.play(), exchange: () => this.#exchange(), pass: () => this.#pass(),
      challenge: () => this.#ask("challenge"), resign: () => this.#ask("resign"),
      accept: () => this.#tell("accept"), hint: () => this.#hint(), reply: () => openReplies(this.table),
      shuffle: () => this.#shuffle(), sort: () => this.#sort(),
    };
    verbs[verb]?.();
  }

  play() {
    const written = write(this.table);
    if (!written) return;
    if ("problem" in written) return message(text(written.problem));
    if (!this.parts.state.can.includes("play")) return message(text("wait"), "warning");
    if (!this.table.laid.some((tile) => tile.blank && !tile.as)) this.#tell("play", written);
  }

  async #pass() {
    if (!await confirm("pass", this.table.laid.length)) return;
    if (this.table.laid.length) this.hand.recallAll();
    this.#tell("pass");
  }

  /** @param {"challenge" | "resign"} verb */
  async #ask(verb) {
    if (await confirm(verb, this.table.laid.length)) this.#tell(verb);
  }

  async #exchange() {
    const tiles = await chooseExchange(this.table, this.parts.state.most || this.table.size);
    if (!tiles) return;
    if (this.table.laid.length) this.hand.recallAll();
    this.#tell("exchange", { tiles });
  }

  #hint() {
    const values = { turn: String(this.parts.state.turn), step: "1" };
    const where = { source: "#_hint", target: "#_hint", swap: "outerHTML", values };
    htmx.ajax("POST", one("[data-verb=hint]").dataset.url || "", where).catch(() => {});
  }

  #shuffle() {
    if (this.table.laid.length) return this.hand.recallAll();
    this.table.shuffle();
    return this.hand.changed();
  }

  #sort() {
    this.table.sort((this.room.dataset.faces || "").split(" "));
    this.hand.changed();
  }

  /** @param {string} verb @param {Record<string, string>} [fields] */
  #tell(verb, fields = {}) {
    const url = one(`[data-verb="${verb}"]`).dataset.url || "";
    const { game, turn } = this.parts.state;
    this.commands.send(url, { game, turn: String(turn), ...fields });
  }

  /** What is done about seats and rooms.
   * @param {HTMLElement} button */
  async post({ dataset: { post = "", seat = "", ask, who, on } }) {
    const level = ask === "level" ? await chooseLevel() : "";
    if (ask === "level" && !level) return;
    const newcomer = /** @type {HTMLInputElement | null} */ (maybe("#newcomer-name"));
    const name = newcomer?.value.trim() || "";
    this.commands.send(post, { seat, ...(level && { level }), ...(name && { name }), ...(who && { who }), ...(on && { on }) });
  }
}
