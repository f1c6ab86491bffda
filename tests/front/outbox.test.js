// What waits to be sent: kept in order, for each room and each viewer, whatever tab it was sent from.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Outbox, outboxesOf, scopeOf } from "../../static/js/site/outbox.js";

const DAY = 24 * 3600 * 1000;
const KITCHEN = scopeOf("commands", "amber", "kitchen7");

class Store {
  #kept = new Map();
  get length() { return this.#kept.size; }
  key(i) { return [...this.#kept.keys()].at(-1 - i) ?? null; } // browsers keep no order
  getItem(name) { return this.#kept.get(name) ?? null; }
  setItem(name, text) { this.#kept.set(name, text); }
  removeItem(name) { this.#kept.delete(name); }
}

const urls = (outbox) => {
  const found = [];
  while (outbox.first) {
    found.push(outbox.first.url);
    outbox.remove(outbox.first);
  }
  return found;
};

test("entries come out in the order in which they were put in, also after a reload", () => {
  const store = new Store();
  const outbox = new Outbox(KITCHEN, store);
  for (const url of ["/play", "/pass", "/play"]) outbox.add(url, {}, 1000); // the clock may stand still
  outbox.add("/chat", {}, 500); // or be set back
  assert.equal(new Outbox(KITCHEN, store).size, 4);
  assert.deepEqual(urls(new Outbox(KITCHEN, store)), ["/play", "/pass", "/play", "/chat"]);
  assert.equal(store.length, 0);
});

test("what equals the last entry is that entry, with its key", () => {
  const outbox = new Outbox(KITCHEN, new Store());
  const first = outbox.add("/switch", { on: "1" });
  assert.equal(outbox.add("/switch", { on: "1" }), first);
  const second = outbox.add("/switch", { on: "" });
  const third = outbox.add("/switch", { on: "1" });
  assert.equal(outbox.size, 3);
  assert.equal(new Set([first.key, second.key, third.key]).size, 3);
  outbox.remove(first);
  assert.deepEqual([outbox.holds(first), outbox.first, outbox.last], [false, second, third]);
});

test("two tabs never write over each other", () => {
  const store = new Store();
  const [one, other] = [new Outbox(KITCHEN, store), new Outbox(KITCHEN, store)];
  one.add("/play", {}, 1000);
  other.add("/pass", {}, 2000);
  assert.deepEqual(urls(new Outbox(KITCHEN, store)), ["/play", "/pass"]);
  assert.equal(one.size, 1); // it still sends its own: the key makes that harmless
});

test("rooms, kinds and viewers are kept apart", () => {
  const store = new Store();
  new Outbox(KITCHEN, store).add("/r/kitchen7/play", {});
  new Outbox(scopeOf("chat", "amber", "kitchen7"), store).add("/r/kitchen7/say", {});
  new Outbox(scopeOf("commands", "amber", "garden77"), store).add("/r/garden77/pass", {});
  new Outbox(scopeOf("commands", "cobalt", "kitchen7"), store).add("/r/kitchen7/resign", {});
  assert.deepEqual(urls(new Outbox(KITCHEN, store)), ["/r/kitchen7/play"]);
  const others = (room) => outboxesOf("amber", room, store).map(({ first }) => first?.url).sort();
  assert.deepEqual(others("kitchen7"), ["/r/garden77/pass"]);
  assert.deepEqual(others("garden77"), ["/r/kitchen7/say"]);
  assert.deepEqual(others(""), ["/r/garden77/pass", "/r/kitchen7/say"]);
});

test("that an entry was refused is known to later pages", () => {
  const store = new Store();
  const outbox = new Outbox(KITCHEN, store);
  outbox.refuse(outbox.add("/play", {}));
  assert.equal(new Outbox(KITCHEN, store).first?.refused, true);
  assert.equal(new Outbox(KITCHEN, store).size, 1);
});

test("what nobody has sent for a month is dropped, and what cannot be read is left alone", () => {
  const store = new Store();
  const outbox = new Outbox(KITCHEN, store);
  outbox.add("/old", {}, DAY);
  outbox.add("/new", {}, 31 * DAY);
  store.setItem(`unsent:${KITCHEN}:bad`, "{");
  store.setItem("racks", "{}");
  const [found] = outboxesOf("amber", "", store, 32 * DAY);
  assert.deepEqual(urls(found), ["/new"]);
  assert.equal(store.length, 2);
});

test("without storage it is kept as long as the page lives", () => {
  const full = new Store();
  full.setItem = () => { throw new Error("QuotaExceededError"); };
  const outbox = new Outbox(KITCHEN, full);
  outbox.add("/play", {});
  outbox.add("/pass", {});
  assert.deepEqual(urls(outbox), ["/play", "/pass"]);
});
