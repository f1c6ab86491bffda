// Keyboard control of the rack: arrows move along it, with Shift they move the tile; Enter chooses
// it.
import { announce } from "./announcer.js";
import { one, text } from "./page.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Held} Held */
/** @typedef {import("./painter.js").Painter} Painter */
/** @typedef {import("./tile_interaction.js").TileInteraction} TileInteraction */

export class RackKeys {
  /** @param {Table} table @param {Painter} painter @param {TileInteraction} interaction */
  constructor(table, painter, interaction) {
    this.table = table;
    this.painter = painter;
    this.interaction = interaction;
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key meant something */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const option = /** @type {HTMLElement | null} */ (target.closest(".rack[role=listbox] [role=option]"));
    const tile = option && this.table.find(Number(option.dataset.id));
    if (!tile || event.ctrlKey || event.metaKey || event.altKey) return false;
    const place = this.table.slots.indexOf(tile);
    const step = this.#readStep(event.key);
    if (step && event.shiftKey) return this.#moveTile(tile, place + step);
    if (step) return this.#moveFocus(place + step, step);
    if (event.key === "Home") return this.#moveFocus(0, 1);
    if (event.key === "End") return this.#moveFocus(this.table.slots.length - 1, -1);
    if (event.key !== "Enter" && event.key !== " ") return false;
    this.interaction.tapTile(tile);
    return true;
  }

  /** Return the direction of an arrow along the rack, 0 for other keys.
   * @param {string} key @returns {-1 | 0 | 1} */
  #readStep(key) {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return 0;
    return (key === "ArrowRight") !== (one(".board").dir === "rtl") ? 1 : -1;
  }

  /** @param {Held} tile @param {number} place */
  #moveTile(tile, place) {
    this.table.shift(tile, place);
    const now = this.table.slots.indexOf(tile);
    this.painter.rackFocus = now;
    this.interaction.changed();
    /** @type {HTMLElement} */ (this.painter.rack?.children[now]).focus();
    announce(text("moved", { face: tile.face, n: now + 1 }));
    return true;
  }

  /** @param {number} from @param {number} step */
  #moveFocus(from, step) {
    for (let place = from; place >= 0 && place < this.table.slots.length; place += step) {
      const element = /** @type {HTMLElement} */ (this.painter.rack?.children[place]);
      if (element.getAttribute("role") !== "option") continue;
      this.painter.rackFocus = place;
      this.painter.paint();
      element.focus();
      break;
    }
    return true;
  }
}
