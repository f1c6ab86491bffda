// What waits to be sent: kept in order, for each room and each viewer, whatever tab it was sent from.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Outbox, outboxesOf, scopeOf } from "../../static/js/site/outbox.js";

const DAY = 24 * 3600 * 1000;
const KITCHEN = scopeOf("commands", "amber", "kitchen7");
const MOVE = { game: "g", turn: "4" };

class Store {
  #kept = new Map();
  get length() { return this.#kept.size; }
  key(i) { return [...this.#kept.keys()].at(-1 - i) ?? null; } // browsers keep no order
  getItem(name) { return this.#kept.get(name) ?? null; }
  setItem(name, text) { this.#kept.set(name, text); }
  removeItem(name) { this.#kept.delete(name); }
}

const open = (store, scope = KITCHEN) => new Outbox(scope, store, 3000);

const urls = (outbox) => {
  const found = [];
  while (outbox.first) {
    found.push(outbox.first.url);
    outbox.remove(outbox.first);
  }
  return found;
};

test("entries keep their order, even after a reload", () => {
  const store = new Store();
  const outbox = open(store);
  for (const url of ["/play", "/pass", "/play"]) outbox.add(url, MOVE, 1000); // the clock may stand still
  outbox.add("/exchange", MOVE, 500); // or be set back
  assert.equal(open(store).size, 4);
  assert.deepEqual(urls(open(store)), ["/play", "/pass", "/play", "/exchange"]);
  assert.equal(store.length, 0);
});

test("a repeated entry is the last entry with its key", () => {
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

test("two tabs never overwrite each other, and neither sends what the other has removed", () => {
  const store = new Store();
  const [one, other] = [open(store), open(store)];
  one.add("/play", MOVE, 1000);
  other.add("/pass", MOVE, 2000);
  assert.deepEqual([one.size, other.size], [1, 1]);
  assert.deepEqual(urls(open(store)), ["/play", "/pass"]);
  assert.deepEqual([one.size, other.first], [0, undefined]);
});

test("other commands stored by earlier releases are dropped", () => {
  const store = new Store();
  const outbox = open(store);
  outbox.add("/host/unseat", { seat: "1" }, 1000);
  outbox.add("/play", MOVE, 1000);
  new Outbox(scopeOf("chat", "amber", "kitchen7"), store, 3000).add("/say", { text: "Hello" }, 1000);
  assert.deepEqual(outboxesOf("amber", "", store, 3000).map(({ size }) => size), [1, 1]);
  assert.deepEqual(urls(open(store)), ["/play"]);
});

test("rooms, kinds and viewers are stored separately", () => {
  const store = new Store();
  new Outbox(KITCHEN, store).add("/r/kitchen7/play", MOVE);
  new Outbox(scopeOf("chat", "amber", "kitchen7"), store).add("/r/kitchen7/say", {});
  new Outbox(scopeOf("commands", "amber", "garden77"), store).add("/r/garden77/pass", MOVE);
  new Outbox(scopeOf("commands", "cobalt", "kitchen7"), store).add("/r/kitchen7/resign", MOVE);
  assert.deepEqual(urls(new Outbox(KITCHEN, store)), ["/r/kitchen7/play"]);
  const others = (room) => outboxesOf("amber", room, store).map(({ first }) => first?.url).sort();
  assert.deepEqual(others("kitchen7"), ["/r/garden77/pass"]);
  assert.deepEqual(others("garden77"), ["/r/kitchen7/say"]);
  assert.deepEqual(others(""), ["/r/garden77/pass", "/r/kitchen7/say"]);
});

test("later pages know that an entry was refused", () => {
  const store = new Store();
  const outbox = new Outbox(KITCHEN, store);
  outbox.refuse(outbox.add("/play", MOVE));
  assert.equal(new Outbox(KITCHEN, store).first?.refused, true);
  assert.equal(new Outbox(KITCHEN, store).size, 1);
});

test("entries older than a month are dropped, and unreadable ones are ignored", () => {
  const store = new Store();
  const outbox = new Outbox(KITCHEN, store, DAY);
  outbox.add("/old", MOVE, DAY);
  outbox.add("/new", MOVE, 31 * DAY);
  store.setItem(`unsent:${KITCHEN}:bad`, "{");
  store.setItem("racks", "{}");
  const [found] = outboxesOf("amber", "", store, 32 * DAY);
  assert.deepEqual(urls(found), ["/new"]);
  assert.equal(store.length, 2);
});

test("without storage entries last as long as the page", () => {
  const full = new Store();
  full.setItem = () => { throw new Error("QuotaExceededError"); };
  const outbox = new Outbox(KITCHEN, full);
  outbox.add("/play", {});
  outbox.add("/pass", {});
  assert.deepEqual(urls(outbox), ["/play", "/pass"]);
});
