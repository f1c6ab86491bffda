// What the buttons do: ask for confirmation where needed, then send the command to the server.
import { message } from "./announcer.js";
import { askToLeave, chooseLevel, confirm } from "./dialogs.js";
import { chooseExchange } from "./exchange_dialog.js";
import { maybe, one, text } from "./page.js";
import { openReplies } from "./reply_dialog.js";
import { write } from "./notation.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./tile_interaction.js").TileInteraction} TileInteraction */
/** @typedef {import("./commands.js").Commands} Commands */
/** @typedef {import("./fragments.js").Fragments} Fragments */

export class Actions {
  /** @param {HTMLElement} room @param {Table} table @param {TileInteraction} interaction @param {Commands} commands
   * @param {Fragments} fragments */
  constructor(room, table, interaction, commands, fragments) {
    this.room = room;
    this.table = table;
    this.interaction = interaction;
    this.commands = commands;
    this.fragments = fragments;
  }

  /** @param {string} action */
  do(action) {
    /** @type {Record<string, () => unknown>} */
    const actions = {
      play: () => this.play(), exchange: () => this.#exchange(), pass: () => this.#pass(),
      challenge: () => this.#ask("challenge"), resign: () => this.#leave(),
      accept: () => this.#tell("accept"), hint: () => this.#hint(), reply: () => openReplies(this.table),
      shuffle: () => this.#shuffle(), sort: () => this.#sort(),
    };
    actions[action]?.();
  }

  play() {
    const written = write(this.table);
    if (!written) return;
    if ("problem" in written) return message(text(written.problem));
    if (!this.fragments.state.can.includes("play")) return message(text("wait"), "warning");
    if (!this.table.laid.some((tile) => tile.blank && !tile.as)) this.#tell("play", written);
  }

  async #pass() {
    if (!await confirm("pass", this.table.laid.length)) return;
    if (this.table.laid.length) this.interaction.recallAll();
    this.#tell("pass");
  }

  /** @param {"challenge"} action */
  async #ask(action) {
    if (await confirm(action, this.table.laid.length)) this.#tell(action);
  }

  async #leave() {
    const action = await askToLeave(this.fragments.state.can);
    const { url = "", abort = "" } = one("[data-action=resign]").dataset;
    if (action) this.#send(action === "abort" ? abort : url);
  }

  async #exchange() {
    const tiles = await chooseExchange(this.table, this.fragments.state.most || this.table.size);
    if (!tiles) return;
    if (this.table.laid.length) this.interaction.recallAll();
    this.#tell("exchange", { tiles });
  }

  #hint() {
    const values = { turn: String(this.fragments.state.turn), step: "1" };
    const where = { source: "#_hint", target: "#_hint", swap: "outerHTML", values };
    htmx.ajax("POST", one("[data-action=hint]").dataset.url || "", where).catch(() => {});
  }

  #shuffle() {
    if (this.table.laid.length) return this.interaction.recallAll();
    this.table.shuffle();
    return this.interaction.changed();
  }

  #sort() {
    this.table.sort((this.room.dataset.faces || "").split(" "));
    this.interaction.changed();
  }

  /** @param {string} action @param {Record<string, string>} [fields] */
  #tell(action, fields = {}) {
    this.#send(one(`[data-action="${action}"]`).dataset.url || "", fields);
  }

  /** @param {string} url @param {Record<string, string>} [fields] */
  #send(url, fields = {}) {
    const { game, turn } = this.fragments.state;
    this.commands.send(url, { game, turn: String(turn), ...fields });
  }

  /** Send a request about seats and the room.
   * @param {HTMLElement} button */
  async post({ dataset: { post = "", seat = "", ask, who, on, choice, game } }) {
    const level = ask === "level" ? await chooseLevel() : "";
    if (ask === "level" && !level) return;
    const newcomer = /** @type {HTMLInputElement | null} */ (maybe("#newcomer-name"));
    const name = newcomer?.value.trim() || "";
    this.commands.send(post, { seat, ...(level && { level }), ...(name && { name }), ...(who && { who }), ...(on && { on }), ...(choice !== undefined && { choice }), ...(game && { game }) });
  }
}
