// The unsent text in a room's chat, with its channel and the focus. It outlives a reload of its tab,
// such as the one when the writer gets a seat. Sent messages are in the outbox instead.

export class Draft {
  #channel = "";
  #focused = false;
  #sent = "";

  /** @param {string} room its code @param {HTMLTextAreaElement} field */
  constructor(room, field) {
    this.name = `draft:${room}`;
    this.field = field;
  }

  /** Restore the stored text, and store every change. */
  listen() {
    const { text = "", channel = "", focused = false } = this.#read();
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

  /** @returns {{ text?: string, channel?: string, focused?: boolean }} */
  #read() {
    try {
      return JSON.parse(sessionStorage.getItem(this.name) || "{}");
    } catch {
      return {};
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
