// Lets the player lay a conditional move on the board: the expected play with tiles of any letter,
// the answer with their own. The result goes into the dialog as notation, which can also be typed
// there. Meanwhile the board shows the position in which the play would be made.
import { announce, message, words } from "./announcer.js";
import { drawTiles } from "./history_board.js";
import { find, one, text } from "./page.js";
import { resumeReplies } from "./reply_dialog.js";
import { sendRequest } from "./requests.js";
import { boardOf, rackOf } from "./state.js";
import { toBoardTile } from "./move_steps.js";
import { writePlay } from "./notation.js";
import { placeName } from "./places.js";

/** @typedef {import("./tile_interaction.js").TileInteraction} TileInteraction */
/** @typedef {import("./fragments.js").Fragments} Fragments */
/** @typedef {import("./state.js").State} State */
/** @typedef {"guess" | "answer"} Kind */
/** A position as the server sends it: the tiles on the board, and the player's rack.
 * @typedef {{ tiles: State["tiles"], rack: [string, number][] }} Position */

const ANY = { face: "?", value: 0, blank: true };

export class ReplyBoard {
  /** @type {Kind | ""} what is being laid, "" for nothing */
  laying = "";
  /** @type {import("./table.js").Held[]} the player's own tiles, as they lay before this */
  #ownTiles = [];

  /** @param {HTMLElement} room @param {TileInteraction} interaction @param {Fragments} fragments */
  constructor(room, interaction, fragments) {
    this.room = room;
    this.interaction = interaction;
    this.fragments = fragments;
  }

  listen() {
    document.addEventListener("click", ({ target }) => {
      const { lay, laid } = /** @type {HTMLElement} */ (target).closest("button")?.dataset ?? {};
      if (lay === "guess" || lay === "answer") this.start(lay);
      else if (laid === "done") this.done();
      else if (laid === "cancel") this.cancel();
    });
  }

  /** @param {Kind} kind */
  async start(kind) {
    const [before, then] = await loadPositions(this.room, this.fragments);
    const position = kind === "guess" ? before : then ?? before;
    if (!position) return;
    /** @type {HTMLDialogElement} */ (one("#replies")).close();
    if (this.laying) this.#putBack();
    this.laying = kind;
    this.#begin(kind, position);
    announce(one(`#reply-bar [data-kind=${kind}]`).textContent || "");
  }

  /** @param {Kind} kind @param {Position} position */
  #begin(kind, { tiles, rack }) {
    const { interaction: { table, painter, preview } } = this;
    this.#ownTiles = table.held.map((tile) => ({ ...tile }));
    const filled = new Map(tiles.map((tile) => [tile[0], toBoardTile(tile)]));
    const kept = kind === "answer" ? this.#ownTiles : Array(table.size).fill({ ...ANY, at: -1, as: "" });
    const cursor = table.cursor;
    table.open([], cursor);
    preview.update(this.fragments.state.turn); // clears the preview of the tiles removed
    this.interaction.aside = true;
    table.open(kept.map(({ face, at, as }) => ({ f: face, at, as })), cursor);
    table.take(kind === "answer" ? rack.map(([face, value]) => ({ face, value, blank: face === "?" })) : Array(table.size).fill(ANY), filled);
    const real = boardOf(this.fragments.state);
    const fresh = [...filled.keys()].filter((square) => !real.has(square));
    drawTiles(one("#planned-tiles"), filled, { last: fresh, stolen: [] }, { cols: table.cols, owned: !!this.room.dataset.owned });
    this.#show();
    painter.paint();
    painter.squares.focus(table.cursor);
  }

  /** Write the play into the dialog. */
  done() {
    const written = writePlay(this.interaction.table);
    if (written && "problem" in written) return message(text(written.problem));
    if (this.interaction.table.laid.some((tile) => tile.blank && !tile.as)) return undefined;
    const { laying } = this;
    if (!laying) return undefined;
    const tiles = laying === "guess" ? written?.tiles.replaceAll("?", "") : written?.tiles;
    this.#putBack();
    return resumeReplies(laying, written ? `${placeName(written.position)} ${tiles}` : "");
  }

  cancel() {
    const { laying } = this;
    this.#putBack();
    if (laying) resumeReplies(laying);
  }

  /** Keep laying over an update, as long as the turn is the same.
   * @param {State} before @param {State} state */
  follow(before, state) {
    if (before.game !== state.game || before.turn !== state.turn) this.#putBack();
  }

  #putBack() {
    if (!this.laying) return;
    const { interaction, fragments: { state } } = this;
    this.laying = "";
    interaction.aside = false;
    interaction.table.open(this.#ownTiles.map(({ face, at, as }) => ({ f: face, at, as })), interaction.table.cursor);
    interaction.table.take(rackOf(state), boardOf(state));
    one("#planned-tiles").replaceChildren();
    this.#show();
    interaction.settle();
  }

  #show() {
    this.room.toggleAttribute("data-laying", !!this.laying);
    one("#reply-bar").hidden = !this.laying;
    for (const kind of ["guess", "answer"]) one(`#reply-bar [data-kind=${kind}]`).hidden = this.laying !== kind;
  }
}

/** Load the positions before and after the expected play that is written in the dialog.
 * @param {HTMLElement} room @param {Fragments} fragments
 * @returns {Promise<Position[]>} none if they could not be loaded; the dialog then says so */
async function loadPositions(room, fragments) {
  const form = /** @type {HTMLFormElement | null} */ (find("#_replies form"));
  if (!form) return [];
  const values = Object.fromEntries([...new FormData(form).entries()].map(([name, value]) => [name, String(value)]));
  const url = one("[data-preview-reply]", form).dataset.previewReply || "";
  const { status } = await sendRequest(room, { method: "POST", url, wanted: "#_reply_preview,#_message", values });
  if (status === 200) return JSON.parse(find("#_reply_preview")?.dataset.positions || "[]");
  const reason = fragments.hasMessage && status ? words(find("#_message")) : text("notLoaded");
  const place = find("#_reply_preview [role=status]");
  if (place) place.textContent = reason;
  return [];
}
