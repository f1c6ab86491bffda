// The team at its rack: tells the others what one lays in thought, and shows what they lay. Each has
// a draft of their own; a press takes another's over. How they look: ghosts.js.
import { announce } from "./announcer.js";
import { carry } from "./carry.js";
import { adopt, draftOf, fits, lettersOf } from "./drafts.js";
import { paintGhosts } from "./ghosts.js";
import { maybe, text } from "./page.js";
import { isOn } from "./state.js";

/** @typedef {import("./drafts.js").Draft} Draft */
/** @typedef {import("./drafts.js").Laid} Laid */
/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./parts.js").Parts} Parts */

const REST = 100; // ms between two tellings
const AGAIN = 2000; // ms until one that was lost is tried again
const SPEAK = 1500; // ms a mate's tiles lie still before they are said aloud

export class Mates {
  /** @type {Map<number, Draft>} by member, the one that changed last at the end */
  #drafts = new Map();
  #read = "";
  #told = ""; // what the others know; "" while that is not known
  #telling = false;
  #tellAt = 0;
  /** @type {Map<number, string>} what was said aloud of each */
  #said = new Map();
  #speakAt = 0;

  /** @param {HTMLElement} room @param {Hand} hand @param {Parts} parts */
  constructor(room, hand, parts) {
    this.room = room;
    this.hand = hand;
    this.parts = parts;
  }

  listen() {
    if (!maybe("#_drafts")) return;
    this.room.addEventListener("htmx:wsAfterMessage", () => this.#hear());
    this.room.addEventListener("htmx:afterRequest", () => this.#hear());
    this.room.addEventListener("click", (event) => {
      const chip = /** @type {HTMLElement} */ (event.target).closest(".mate");
      if (chip) this.#adopt(Number(/** @type {HTMLElement} */ (chip).dataset.adopt));
    });
    this.#hear();
  }

  /** A socket has opened: something may have been missed. */
  refresh() {
    if (this.#isTeam()) carry(this.room, { verb: "GET", url: this.#url, wanted: "#_drafts" });
  }

  /** Tiles have moved, one's own or on the board. */
  settle() {
    this.#tell();
    this.#paint();
  }

  get #url() { return this.room.dataset.draft || ""; }
  get #team() { return this.parts.state.team; }
  #isTeam() { return this.#team.length > 1 && isOn(this.parts.state); }

  #hear() {
    const told = maybe("#_drafts")?.textContent || "[]";
    if (told === this.#read) return;
    this.#read = told;
    for (const [by, name, laid] of /** @type {[number, string, Laid[]][]} */ (JSON.parse(told))) {
      this.#drafts.delete(by);
      if (laid.length) this.#drafts.set(by, { by, name, laid });
      else this.#said.delete(by);
    }
    this.#paint();
    clearTimeout(this.#speakAt);
    this.#speakAt = window.setTimeout(() => this.#speak(), SPEAK);
  }

  /** What lies there now and not on one's own side: of those who are still of the team, and with
   * the rack as it is. */
  get #shown() {
    if (!this.#isTeam()) return [];
    const members = this.#team.map(([number]) => number);
    const own = JSON.stringify(draftOf(this.hand.table));
    return [...this.#drafts.values()].filter(({ by, laid }) =>
      members.includes(by) && JSON.stringify(laid) !== own && fits(this.hand.table, laid));
  }

  #paint() {
    if (!maybe("#_drafts")) return;
    const members = this.#team.map(([number]) => number);
    paintGhosts(this.hand.painter, this.#shown.map((draft) => ({ ...draft, place: members.indexOf(draft.by) })));
  }

  #speak() {
    for (const { by, name, laid } of this.#shown) {
      const tiles = lettersOf(laid).map((face) => (face === "?" ? text("blank") : face)).join(", ");
      if (this.#said.get(by) !== tiles) announce(text("matelays", { name, tiles }));
      this.#said.set(by, tiles);
    }
  }

  /** @param {number} by */
  #adopt(by) {
    const draft = this.#shown.find((one) => one.by === by);
    if (!draft) return;
    adopt(this.hand.table, draft.laid);
    this.hand.changed();
    announce(text("adopted", { name: draft.name }));
  }

  async #tell() {
    if (!this.#isTeam() || this.#telling) return;
    const laid = JSON.stringify(draftOf(this.hand.table));
    if (laid === this.#told) return;
    this.#telling = true;
    clearTimeout(this.#tellAt);
    const { status } = await carry(this.room, { verb: "POST", url: this.#url, wanted: "#_none", values: { laid } });
    if (status === 204) this.#told = laid;
    this.#tellAt = window.setTimeout(() => {
      this.#telling = false;
      this.#tell();
    }, status === 204 ? REST : AGAIN);
  }
}
