// What the service worker makes of a push: whom it shows it to, and which page it opens.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findPage, parseMessage, isAnyVisible, isAwake } from "../../static/js/service_worker/windows.js";

const SITE = "https://tiles.example";
const ROOM = `${SITE}/r/abcd2345/`;
const event = { title: "It is your turn", body: "at a table", url: "/r/abcd2345/", tag: "turn-abcd2345" };

test("a pushed event is read, and its address completed", () => {
  assert.deepEqual(parseMessage(JSON.stringify(event), SITE), { ...event, url: ROOM });
});

test("foreign addresses and unknown events are not shown", () => {
  const others = ["", "null", "[]", "{", '{"title": "x"}', JSON.stringify({ ...event, url: "//elsewhere.example/" }),
    JSON.stringify({ ...event, url: "javascript:alert(1)" })];
  for (const said of others) assert.equal(parseMessage(said, SITE), null, said);
});

test("a visible page notifies instead of the worker", () => {
  assert.ok(isAnyVisible([{ url: ROOM, visibilityState: "hidden" }, { url: `${SITE}/`, visibilityState: "visible" }]));
  assert.ok(!isAnyVisible([{ url: ROOM, visibilityState: "hidden" }]));
  assert.ok(!isAnyVisible([]));
});

test("the room's page notifies while it is running", async () => {
  /** @param {string} _said @param {MessagePort[]} ports */
  const answers = (_said, [port]) => port.postMessage("");
  assert.ok(await isAwake({ url: ROOM, postMessage: answers }, 60000));
  assert.ok(!await isAwake({ url: ROOM, postMessage: () => {} }, 1));
  assert.ok(!await isAwake(undefined, 60000));
});

test("a click opens the room's existing page", () => {
  const pages = [{ url: `${SITE}/` }, { url: `${ROOM}#chat` }];
  assert.equal(findPage(pages, ROOM), pages[1]);
  assert.equal(findPage(pages.slice(0, 1), ROOM), undefined);
});
