// Shares tentative tiles within a team: sends the player's own and shows those of the others. Each
// member has a separate draft; a click adopts another's. How they look: teammate_tiles.js.
import { announce } from "./announcer.js";
import { sendRequest } from "./requests.js";
import { useDraft, draftOf, fits, lettersOf } from "./drafts.js";
import { paintTeammateTiles } from "./teammate_tiles.js";
import { find, text } from "./page.js";
import { isOn } from "./state.js";

/** @typedef {import("./drafts.js").Draft} Draft */
/** @typedef {import("./drafts.js").Laid} Laid */
/** @typedef {import("./teammate_tiles.js").TeammateTiles} TeammateTiles */
/** @typedef {import("./tile_interaction.js").TileInteraction} TileInteraction */
/** @typedef {import("./fragments.js").Fragments} Fragments */

const REST = 100; // ms between two sends
const AGAIN = 2000; // ms until a failed send is repeated
const ANNOUNCE_PAUSE = 1500; // ms a teammate's tiles rest before announcing

export class TeamDrafts {
  /** @type {Map<number, Draft>} by member, the one changed last at the end */
  #drafts = new Map();
  #read = "";
  #sent = ""; // the draft last sent; "" while unknown
  #sending = false;
  #sendTimer = 0;
  /** @type {Map<number, string>} what was announced for each member */
  #announced = new Map();
  #announceTimer = 0;

  /** @param {HTMLElement} room @param {TileInteraction} interaction @param {Fragments} fragments */
  constructor(room, interaction, fragments) {
    this.room = room;
    this.interaction = interaction;
    this.fragments = fragments;
  }

  listen() {
    if (!find("#_drafts")) return;
    this.room.addEventListener("htmx:wsAfterMessage", () => this.#readDrafts());
    this.room.addEventListener("htmx:afterRequest", () => this.#readDrafts());
    this.room.addEventListener("click", (event) => {
      const chip = /** @type {HTMLElement} */ (event.target).closest(".team-draft");
      if (chip) this.#use(Number(/** @type {HTMLElement} */ (chip).dataset.useDraft));
    });
    this.#readDrafts();
  }

  /** Load the drafts after a socket has opened: updates may have been lost. */
  refresh() {
    if (this.#isTeam()) sendRequest(this.room, { method: "GET", url: this.#url, wanted: "#_drafts" });
  }

  /** Update after tiles have moved, the player's own or on the board. */
  settle() {
    this.#send();
    this.#paint();
  }

  get #url() { return this.room.dataset.draft || ""; }
  get #team() { return this.fragments.state.team; }
  #isTeam() { return this.#team.length > 1 && isOn(this.fragments.state); }

  #readDrafts() {
    const drafts = find("#_drafts")?.textContent || "[]";
    if (drafts === this.#read) return;
    this.#read = drafts;
    for (const [by, , laid] of /** @type {[number, string, Laid[]][]} */ (JSON.parse(drafts))) {
      this.#drafts.delete(by);
      if (laid.length) this.#drafts.set(by, { by, laid });
      else this.#announced.delete(by);
    }
    this.#paint();
    clearTimeout(this.#announceTimer);
    this.#announceTimer = window.setTimeout(() => this.#announceDrafts(), ANNOUNCE_PAUSE);
  }

  /** The drafts to show: of present members, possible with the present rack, and different from the
   * player's own. The page's state has the names, in the language of the page.
   * @returns {TeammateTiles[]} */
  get #shown() {
    if (!this.#isTeam()) return [];
    const { table } = this.interaction;
    const own = JSON.stringify(draftOf(table));
    return [...this.#drafts.values()].flatMap(({ by, laid }) => {
      const place = this.#team.findIndex(([number]) => number === by);
      const differs = place >= 0 && JSON.stringify(laid) !== own && fits(table, laid);
      return differs ? [{ by, laid, place, name: this.#team[place][1] }] : [];
    });
  }

  #paint() {
    if (!find("#_drafts")) return;
    paintTeammateTiles(this.interaction.painter, this.#shown);
  }

  #announceDrafts() {
    for (const { by, name, laid } of this.#shown) {
      const tiles = lettersOf(laid).map((face) => (face === "?" ? text("blank") : face)).join(", ");
      if (this.#announced.get(by) !== tiles) announce(text("teammatePlaces", { name, tiles }));
      this.#announced.set(by, tiles);
    }
  }

  /** @param {number} by */
  #use(by) {
    const draft = this.#shown.find((one) => one.by === by);
    if (!draft) return;
    useDraft(this.interaction.table, draft.laid);
    this.interaction.changed();
    announce(text("draftUsed", { name: draft.name }));
  }

  async #send() {
    if (!this.#isTeam() || this.#sending) return;
    const laid = JSON.stringify(draftOf(this.interaction.table));
    if (laid === this.#sent) return;
    this.#sending = true;
    clearTimeout(this.#sendTimer);
    const { status, again } = await sendRequest(this.room, { kind: "poll", method: "POST", url: this.#url, wanted: "#_none", values: { laid } });
    if (status === 204) this.#sent = laid;
    this.#sendTimer = window.setTimeout(() => {
      this.#sending = false;
      this.#send();
    }, status === 204 ? REST : Math.max(again, AGAIN));
  }
}
