// What the buttons do: ask for confirmation where needed, then send the command to the server.
import { message } from "./announcer.js";
import { askToResign, chooseLevel, confirm } from "./dialogs.js";
import { chooseExchange } from "./exchange_dialog.js";
import { find, one, text } from "./page.js";
import { openReplies } from "./reply_dialog.js";
import { writePlay } from "./notation.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./tile_interaction.js").TileInteraction} TileInteraction */
/** @typedef {import("./commands.js").Commands} Commands */
/** @typedef {import("./fragments.js").Fragments} Fragments */
/** The game and the turn a command is meant for.
 * @typedef {{ game: string, turn: string }} Moment */

export class Actions {
  /** @param {HTMLElement} room @param {Table} table @param {TileInteraction} interaction @param {Commands} commands
   * @param {Fragments} fragments @param {import("./hints.js").Hints} hints */
  constructor(room, table, interaction, commands, fragments, hints) {
    this.room = room;
    this.table = table;
    this.interaction = interaction;
    this.commands = commands;
    this.fragments = fragments;
    this.hints = hints;
  }

  /** Do what a button says. A confirmed action belongs to the game and the turn in which its button
   * was pressed.
   * @param {string} action */
  do(action) {
    const asked = this.#now();
    /** @type {Record<string, () => unknown>} */
    const actions = {
      play: () => this.play(), exchange: () => this.#exchange(asked), pass: () => this.#pass(asked),
      challenge: () => this.#challenge(asked), resign: () => this.#leave(asked),
      accept: () => this.#sendAction("accept", asked), hint: () => this.hints.ask(), reply: () => openReplies(this.table),
      shuffle: () => this.#shuffle(), sort: () => this.#sort(),
    };
    actions[action]?.();
  }

  play() {
    const written = writePlay(this.table);
    if (!written) return;
    if ("problem" in written) return message(text(written.problem));
    if (!this.fragments.state.can.includes("play")) return message(text("wait"), "warning");
    if (!this.table.laid.some((tile) => tile.blank && !tile.as)) this.#sendAction("play", this.#now(), written);
  }

  /** @param {Moment} asked */
  async #pass(asked) {
    if (!await confirm("pass", this.table.laid.length)) return;
    if (this.table.laid.length) this.interaction.recallAll();
    this.#sendAction("pass", asked);
  }

  /** @param {Moment} asked */
  async #challenge(asked) {
    if (await confirm("challenge", this.table.laid.length)) this.#sendAction("challenge", asked);
  }

  /** Ask whether to resign. The question stays open from turn to turn, but not into another game.
   * @param {Moment} asked */
  async #leave(asked) {
    const action = await askToResign(this.fragments.state.can);
    const { url = "", abort = "" } = one("[data-action=resign]").dataset;
    const now = this.#now();
    if (action) this.#send(action === "abort" ? abort : url, now.game === asked.game ? now : asked);
  }

  /** @param {Moment} asked */
  async #exchange(asked) {
    const tiles = await chooseExchange(this.table, this.fragments.state.most || this.table.size);
    if (!tiles) return;
    if (this.table.laid.length) this.interaction.recallAll();
    this.#sendAction("exchange", asked, { tiles });
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

  /** @returns {Moment} */
  #now() {
    const { game, turn } = this.fragments.state;
    return { game, turn: String(turn) };
  }

  /** @param {string} action @param {Moment} asked @param {Record<string, string>} [fields] */
  #sendAction(action, asked, fields = {}) {
    this.#send(one(`[data-action="${action}"]`).dataset.url || "", asked, fields);
  }

  /** @param {string} url @param {Moment} asked @param {Record<string, string>} [fields] */
  #send(url, asked, fields = {}) { this.commands.send(url, { ...asked, ...fields }); }

  /** Send a request about seats and the room.
   * @param {HTMLElement} button */
  async post({ dataset: { post = "", seat = "", ask, who, on, choice } }) {
    const level = ask === "level" ? await chooseLevel() : "";
    if (ask === "level" && !level) return;
    const newcomer = /** @type {HTMLInputElement | null} */ (find("#newcomer-name"));
    const name = newcomer?.value.trim() || "";
    this.commands.send(post, { ...(seat && { seat }), ...(level && { level }), ...(name && { name }), ...(who && { who }), ...(on && { on }), ...(choice !== undefined && { choice }) });
  }
}
