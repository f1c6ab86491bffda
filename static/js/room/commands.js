// Commands to the server, carried by htmx. The same command, sent again after a lost line, a sleep or
// a reload, carries the same key and so lands once.
import { message } from "./announcer.js";
import { carry } from "./carry.js";
import { text } from "./page.js";

/** @typedef {import("./parts.js").Parts} Parts */
/** @typedef {{ url: string, fields: Record<string, string>, key: string }} Command */

const PAUSE = 3000; // ms until what could not be sent is tried again

export class Commands {
  #sending = ""; // key of the command under way
  #retryAt = 0;

  /** @param {HTMLElement} room @param {Parts} parts */
  constructor(room, parts) {
    this.room = room;
    this.parts = parts;
  }

  listen() { window.addEventListener("online", () => this.resend()); }

  /** @param {string} url @param {Record<string, string>} fields
   * @returns {Promise<boolean>} whether it was done at once */
  async send(url, fields) {
    const last = pending();
    const same = last && last.url === url && JSON.stringify(last.fields) === JSON.stringify(fields);
    const command = same ? last : { url, fields, key: newKey() };
    if (this.#sending === command.key) return false;
    sessionStorage.setItem("command", JSON.stringify(command));
    return this.#post(command);
  }

  /** Try again what was left unsent. */
  resend() {
    const command = pending();
    if (command && !this.#sending) this.#post(command);
  }

  /** @param {Command} command */
  async #post({ url, fields, key }) {
    clearTimeout(this.#retryAt);
    this.#sending = key;
    message("");
    const values = { ...fields, key };
    const { status, again } = await carry(this.room, { verb: "POST", url, wanted: this.parts.wanted, values });
    this.#sending = "";
    if (!status) {
      message(text("unsent"), "warning");
      this.#retryAt = window.setTimeout(() => this.resend(), PAUSE);
      return false;
    }
    if (again) {
      message(text("crowded"), "warning");
      this.#retryAt = window.setTimeout(() => this.resend(), again);
      return false;
    }
    if (pending()?.key === key) sessionStorage.removeItem("command");
    if (status >= 400 && !this.parts.told) message(text("failed"));
    return status < 400;
  }
}

/** @returns {Command | null} */
function pending() { return JSON.parse(sessionStorage.getItem("command") || "null"); }

/** Unique, also on plain http where randomUUID is missing. */
function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
}
