// Requests that wait to be sent, see sending.js. They are stored in order until they are answered,
// over reloads and closed tabs. Each room has an outbox for moves and one for chat.
//
// A tab sends what it has queued, and at its start what it finds in storage. Two tabs may therefore
// send the same entry; its key makes the server carry it out only once. What one tab has removed
// from storage, no other sends any more.
import { isDropped } from "./sending.js";

/** `at`: ms since 1970, only growing within an outbox; `refused`: the server has refused it, and
 * its room must still show why.
 * @typedef {{ url: string, fields: Record<string, string>, key: string, at: number, refused?: boolean }} Sent */
/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">} Store */

const PREFIX = "unsent:";

export class Outbox {
  /** @type {Sent[]} */
  #entries = [];
  /** @type {WeakSet<Sent>} entries that are in storage, too */
  #stored = new WeakSet();

  /** @param {string} scope its viewer, room and kind, see `scopeOf` @param {Store} [store]
   * @param {number} [now] ms since 1970 */
  constructor(scope, store = localStorageOrNothing(), now = Date.now()) {
    this.scope = scope;
    this.store = store;
    dropOld(store, now);
    this.#entries = read(store, scope).map(([, sent]) => sent);
    this.#entries.forEach((sent) => this.#stored.add(sent));
  }

  /** What its entries are.
   * @returns {"act" | "chat"} */
  get kind() { return this.scope.endsWith(":chat") ? "chat" : "act"; }

  /** What waits: without the entries that another tab has removed. */
  get entries() {
    this.#entries = this.#entries.filter((sent) =>
      !this.#stored.has(sent) || this.store.getItem(nameOf(this.scope, sent)) !== null);
    return this.#entries;
  }

  /** The entry to be sent next. */
  get first() { return this.entries.at(0); }
  get last() { return this.entries.at(-1); }
  get size() { return this.entries.length; }

  /** @param {Sent} sent */
  holds(sent) { return this.entries.includes(sent); }

  /** Append a request. A repetition of the last one counts as the same and is not added.
   * @param {string} url @param {Record<string, string>} fields @param {number} [now]
   * @returns {Sent} */
  add(url, fields, now = Date.now()) {
    const { last } = this;
    if (last?.url === url && JSON.stringify(last.fields) === JSON.stringify(fields)) return last;
    const sent = { url, fields, key: newKey(), at: Math.max(now, (last?.at ?? 0) + 1) };
    this.#entries.push(sent);
    this.#keep(sent);
    return sent;
  }

  /** Mark an entry as refused by the server.
   * @param {Sent} sent */
  refuse(sent) {
    sent.refused = true;
    this.#keep(sent);
  }

  /** Remove an entry that was answered or is not to be sent any more.
   * @param {Sent} sent */
  remove(sent) {
    this.#entries = this.#entries.filter((other) => other !== sent);
    this.store.removeItem(nameOf(this.scope, sent));
  }

  /** @param {Sent} sent */
  #keep(sent) {
    try {
      this.store.setItem(nameOf(this.scope, sent), JSON.stringify(sent));
      this.#stored.add(sent);
    } catch { /* without storage it lasts as long as the page */ }
  }
}

/** @param {"commands" | "chat"} kind @param {string} viewer a mark of the viewer
 * @param {string} room its code */
export const scopeOf = (kind, viewer, room) => `${viewer}:${room}:${kind}`;

/** Return the viewer's outboxes that are not empty, except those of `room`.
 * @param {string} viewer @param {string} room @param {Store} [store] @param {number} [now]
 * @returns {Outbox[]} */
export function outboxesOf(viewer, room, store = localStorageOrNothing(), now = Date.now()) {
  dropOld(store, now);
  const scopes = read(store).map(([name]) => name.slice(PREFIX.length, name.lastIndexOf(":")));
  return [...new Set(scopes)]
    .filter((scope) => scope.startsWith(`${viewer}:`) && !scope.startsWith(`${viewer}:${room}:`))
    .map((scope) => new Outbox(scope, store, now));
}

/** Drop the stored entries that are not sent any more.
 * @param {Store} store @param {number} now ms since 1970 */
function dropOld(store, now) {
  for (const [name, sent] of read(store)) {
    const kind = name.slice(0, name.lastIndexOf(":")).split(":").at(-1) || "";
    if (isDropped(kind, sent, now)) store.removeItem(name);
  }
}

/** Return stored entries with their names, in order.
 * @param {Store} store @param {string} [scope] all where it is missing
 * @returns {[string, Sent][]} */
function read(store, scope) {
  const start = PREFIX + (scope === undefined ? "" : `${scope}:`);
  /** @type {[string, Sent][]} */
  const found = [];
  for (let i = 0; i < store.length; i++) {
    const name = store.key(i) ?? "";
    const sent = name.startsWith(start) && parse(store.getItem(name));
    if (sent) found.push([name, sent]);
  }
  return found.sort(([, a], [, b]) => a.at - b.at);
}

/** @param {string | null} text @returns {Sent | null} */
function parse(text) {
  try {
    const sent = JSON.parse(text || "null");
    return sent?.url && sent.fields && sent.key && sent.at ? sent : null;
  } catch {
    return null;
  }
}

/** Name an entry in storage. Each one has a separate name, so that tabs never overwrite each other.
 * @param {string} scope @param {Sent} sent */
function nameOf(scope, { key }) { return `${PREFIX}${scope}:${key}`; }

/** @returns {Store} */
function localStorageOrNothing() {
  try {
    return window.localStorage;
  } catch { // private windows may refuse it
    return { getItem: () => null, setItem: () => {}, removeItem: () => {}, key: () => null, length: 0 };
  }
}

/** Return a unique key, also on plain HTTP where randomUUID is missing. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
}
