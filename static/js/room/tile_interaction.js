// What pointer and keys do to the player's tiles. Everything here is tentative; actions.js sends
// the commands to the server.
import { announce, message } from "./announcer.js";
import { chooseFace } from "./dialogs.js";
import { saveRack } from "./rack_storage.js";
import { text } from "./page.js";
import { isOn } from "./state.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Held} Held */
/** @typedef {import("./painter.js").Painter} Painter */
/** @typedef {import("./preview.js").Preview} Preview */
/** The module that holds the present state.
 * @typedef {{ state: import("./state.js").State }} StateSource */

const DOUBLE = 400; // ms between two taps that are one double tap
const ECHO = 300; // ms in which a click belongs to a tap

export class TileInteraction {
  #tapped = { id: 0, at: 0 };
  #tappedSquare = ""; // the game and the square of the last tap
  #moved = { key: "", turn: 0 }; // when tiles were last moved on this page
  /** Whether a finger is what is moving the tiles; set by drag.js. */
  touch = false;
  /** Whether the tiles are laid for something other than the turn; then they are not saved or
   * sent. */
  aside = false;
  /** Plays the tentative tiles; set by actions.js. */
  play = () => {};
  /** Called when the player has moved tiles; set by room.js. */
  moved = () => {};
  /** Called when the tiles have come to rest; set by team_drafts.js. */
  settled = () => {};

  /** @param {import("./letters.js").Letters} letters @param {Table} table @param {Painter} painter
   * @param {Preview} preview @param {StateSource} fragments */
  constructor(letters, table, painter, preview, fragments) {
    this.letters = letters;
    this.table = table;
    this.painter = painter;
    this.preview = preview;
    this.fragments = fragments;
  }

  /** Return whether the viewer may lay tiles, for the turn or tentatively. */
  isOn() { return !!this.painter.rack && !this.painter.squares.past && isOn(this.fragments.state); }

  /** The game that is shown: in the next one, the first tap on a square is a first tap again. */
  get game() { return this.fragments.state.game; }

  repaint() { this.painter.paint(); }

  /** Clear messages about the tiles after they have moved. */
  changed() {
    message("");
    this.moved();
    this.save();
    this.settle();
  }

  /** Name what is saved: the tiles of a seat in a game. */
  get #saveKey() {
    const { game, seat } = this.fragments.state;
    return `${game}:${seat ?? ""}`;
  }

  /** Save the tiles, which were moved on this page. */
  save() {
    if (this.aside) return;
    this.#moved = { key: this.#saveKey, turn: this.fragments.state.turn };
    saveRack(this.#saveKey, this.table.slots);
  }

  /** Ask for a preview and draw. After a turn in which tiles were moved on this page, they are saved
   * once more. In between they are not: the room's page in another tab may have other tiles. */
  settle() {
    if (this.aside) return this.painter.paint();
    const { turn } = this.fragments.state;
    if (this.#moved.key === this.#saveKey && this.#moved.turn !== turn) {
      this.#moved.key = "";
      saveRack(this.#saveKey, this.table.slots);
    }
    this.preview.update(turn);
    this.painter.paint();
    return this.settled();
  }

  /** @param {Held} tile @param {number} square */
  async lay(tile, square) {
    this.table.lay(tile, square);
    this.changed();
    if (tile.blank && !tile.as) {
      if (this.touch) await endOfTap();
      if (tile.at < 0 || this.table.find(tile.id) !== tile) return;
      const chosen = await chooseFace(this.letters);
      if (tile.at < 0) return;
      if (chosen) tile.as = chosen;
      else this.table.recall(tile);
      this.changed();
    }
    if (tile.at < 0) return;
    announce(text("placed", { face: tile.as || tile.face, square: this.table.names[tile.at] }));
  }

  /** @param {Held} tile */
  recall(tile) {
    this.table.recall(tile);
    if (this.table.chosen === tile.id) this.table.chosen = 0;
    this.changed();
  }

  recallAll() {
    this.table.laid.forEach((tile) => this.table.recall(tile));
    this.table.chosen = 0;
    announce(text("recalled"));
    this.changed();
  }

  /** @param {Held} tile @param {number} place on the rack */
  shift(tile, place) {
    this.table.shift(tile, place);
    this.changed();
  }

  /** @param {Held} tile */
  tapTile(tile) {
    if (!this.isOn()) return undefined;
    const now = performance.now();
    const double = this.#tapped.id === tile.id && now - this.#tapped.at < DOUBLE;
    this.#tapped = { id: tile.id, at: now };
    if (double && tile.at >= 0) return this.recall(tile);
    this.table.chosen = this.table.chosen === tile.id ? 0 : tile.id;
    if (this.table.chosen) announce(text("chosen", { face: tile.as || tile.face || text("blank") }));
    return this.painter.paint();
  }

  /** Lay the chosen tile there. Without one, a second tap on the cursor turns its direction; focus
   * that a script set is no tap.
   * @param {number} square */
  tapSquare(square) {
    const { table, painter } = this;
    const tapped = `${this.game}:${square}`;
    const again = this.#tappedSquare === tapped;
    this.#tappedSquare = tapped;
    const tile = table.find(table.chosen);
    if (tile && table.free(square)) {
      const next = table.next(square, 1);
      this.#tapped.id = 0; // next tap counts as first
      this.lay(tile, square);
      table.cursor = next < 0 ? square : next;
      return painter.paint();
    }
    if (again && square === table.cursor) table.turn();
    table.cursor = square;
    painter.paint();
    return painter.squares.focus(square);
  }

  /** @param {number} place on the rack */
  tapPlace(place) {
    const tile = this.table.find(this.table.chosen);
    if (!tile) return;
    this.table.chosen = 0;
    this.shift(tile, place);
  }
}

/** Wait until a tap is over: the click that ends it would answer or close the dialog that asks for a
 * letter. */
export function endOfTap() {
  return new Promise((done) => {
    window.addEventListener("click", done, { once: true, capture: true });
    setTimeout(done, ECHO);
  });
}
