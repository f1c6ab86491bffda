// The unsent text in a room's chat, with its channel and the focus, and messages written before the
// channels were known. It outlives a reload of its tab, such as the one when the writer gets a seat.
// Sent messages are in the outbox instead.

/** @typedef {Record<string, string>} Message */

export class Draft {
  #channel = "";
  #focused = false;
  #sent = "";
  /** @type {Message[]} */
  #early = [];

  /** @param {string} viewer a mark of the viewer @param {string} room its code
   * @param {HTMLTextAreaElement} field */
  constructor(viewer, room, field) {
    this.name = `draft:${room}`;
    this.earlyName = `early:${viewer}:${room}`;
    this.field = field;
  }

  /** Restore the stored text, and store every change. */
  listen() {
    const { text, channel, focused } = this.#read(this.name, { text: "", channel: "", focused: false });
    this.#early = this.#read(this.earlyName, this.#early);
    this.#channel = channel;
    this.#focused = !!text && focused;
    this.field.value ||= text;
    for (const event of ["input", "focus", "blur"]) this.field.addEventListener(event, () => this.#keep());
  }

  /** Put the focus back where it was. */
  focus() { if (this.#focused) this.field.focus({ preventScroll: true }); }

  /** The channel that was chosen last in this tab, "" for none. */
  get channel() { return this.#channel; }
  set channel(channel) {
    this.#channel = channel;
    this.#keep();
  }

  /** Forget a text that was sent.
   * @param {string} text */
  handOver(text) {
    this.#sent = text;
    this.#keep();
  }

  /** Said before the channels were known, in order.
   * @returns {Message[]} */
  get early() { return this.#early; }

  /** @param {Message} message */
  putOff(message) {
    this.#early.push(message);
    this.#keepEarly();
  }

  /** Return what was said early, and keep it no longer.
   * @returns {Message[]} */
  takeEarly() {
    const early = this.#early.splice(0);
    if (early.length) this.#keepEarly();
    return early;
  }

  #keepEarly() {
    try {
      sessionStorage.setItem(this.earlyName, JSON.stringify(this.#early));
    } catch { /* without storage it lasts as long as the page */ }
  }

  /** Return what is stored under a name.
   * @template T @param {string} name @param {T} missing @returns {T} */
  #read(name, missing) {
    try {
      return JSON.parse(sessionStorage.getItem(name) || "null") ?? missing;
    } catch {
      return missing;
    }
  }

  #keep() {
    const { value } = this.field;
    const draft = { text: value, channel: this.#channel, focused: document.activeElement === this.field };
    try {
      if (!value || value.trim() === this.#sent) sessionStorage.removeItem(this.name);
      else sessionStorage.setItem(this.name, JSON.stringify(draft));
    } catch { /* without storage it lasts as long as the page */ }
  }
}
