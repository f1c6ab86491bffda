// What the service worker makes of a push: whom it shows it to, and which page it opens.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findPage, parseMessage, isAnyVisible, isAwake } from "../../static/js/service_worker/windows.js";

const SITE = "https://tiles.example";
const ROOM = `${SITE}/r/abcd2345/`;
const told = { title: "It is your turn", body: "at a table", url: "/r/abcd2345/", tag: "turn-abcd2345" };

test("what is pushed is read, and its address made whole", () => {
  assert.deepEqual(parseMessage(JSON.stringify(told), SITE), { ...told, url: ROOM });
});

test("what leads elsewhere, or is none of ours, is not shown", () => {
  const others = ["", "null", "[]", "{", '{"title": "x"}', JSON.stringify({ ...told, url: "//elsewhere.example/" }),
    JSON.stringify({ ...told, url: "javascript:alert(1)" })];
  for (const said of others) assert.equal(parseMessage(said, SITE), null, said);
});

test("whoever looks at the site is told by its page", () => {
  assert.ok(isAnyVisible([{ url: ROOM, visibilityState: "hidden" }, { url: `${SITE}/`, visibilityState: "visible" }]));
  assert.ok(!isAnyVisible([{ url: ROOM, visibilityState: "hidden" }]));
  assert.ok(!isAnyVisible([]));
});

test("the room's page tells as long as it is awake", async () => {
  /** @param {string} _said @param {MessagePort[]} ports */
  const answers = (_said, [port]) => port.postMessage("");
  assert.ok(await isAwake({ url: ROOM, postMessage: answers }, 60000));
  assert.ok(!await isAwake({ url: ROOM, postMessage: () => {} }, 1));
  assert.ok(!await isAwake(undefined, 60000));
});

test("a press goes to the open page of the room", () => {
  const pages = [{ url: `${SITE}/` }, { url: `${ROOM}#chat` }];
  assert.equal(findPage(pages, ROOM), pages[1]);
  assert.equal(findPage(pages.slice(0, 1), ROOM), undefined);
});
