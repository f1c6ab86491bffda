// What a page tells and how: once, as it is wanted, and not over what others tell.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isMentioned } from "../../static/js/chat/mentions.js";
import { listRoomEvents } from "../../static/js/room/room_events.js";
import { dotted, withCount } from "../../static/js/site/title.js";
import { channelsOf, isLeftToWorker, findNew } from "../../static/js/notifications/channels.js";
import { SOUNDS } from "../../static/js/notifications/sounds.js";

const ALL = ["turn", "mention"];
const wanted = { sound: ALL, vibration: ["turn"], notification: ALL, push: ["turn"], sounds: true, volume: 50 };
test("a visible page plays a sound and shows no notification", () => {
  assert.deepEqual(channelsOf("turn", wanted, true), ["sound", "vibration"]);
  assert.deepEqual(channelsOf("mention", wanted, true), ["sound"]);
});

test("a notification is shown only without a visible page", () => {
  assert.deepEqual(channelsOf("turn", wanted, false), ["sound", "vibration", "notification"]);
});

test("pushed events are left to the push, except on a visible page or the room's own", () => {
  const away = { watched: false, pushed: true, here: false };
  assert.ok(isLeftToWorker("turn", wanted, away));
  assert.ok(!isLeftToWorker("mention", wanted, away), "that is not pushed to this player");
  for (const other of [{ watched: true }, { pushed: false }, { here: true }]) {
    assert.ok(!isLeftToWorker("turn", wanted, { ...away, ...other }));
  }
});

test("one switch silences all sounds, and leaves the rest", () => {
  assert.deepEqual(channelsOf("turn", { ...wanted, sounds: false }, true), ["vibration"]);
  assert.deepEqual(channelsOf("play", { ...wanted, sounds: false }, true), []);
});

test("other players' plays sound on the page that shows them", () => {
  assert.deepEqual(channelsOf("play", wanted, true), ["sound"]);
  assert.deepEqual(channelsOf("play", wanted, false), []);
});

test("a stranger gets no notifications, and no one gets unwanted ones", () => {
  for (const kind of [...ALL, "play"]) assert.deepEqual(channelsOf(kind, {}, false), []);
  assert.deepEqual(channelsOf("invitation", wanted, false), []);
});

test("a key is new once, and old ones are forgotten in the end", () => {
  const first = findNew(["a"], ["a", "b", "b"]);
  assert.deepEqual(first, { fresh: ["b"], seen: ["a", "b"] });
  assert.deepEqual(findNew(first.seen, ["b", "a"]).fresh, []);
  const many = Array.from({ length: 1000 }, (_, number) => String(number));
  const { seen: kept } = findNew([], many);
  assert.ok(kept.length < many.length);
  assert.equal(kept.at(-1), "999");
});

test("every sound is short, and none is like another", () => {
  const drawn = Object.values(SOUNDS).map((notes) => JSON.stringify(notes));
  assert.equal(new Set(drawn).size, drawn.length);
  for (const note of Object.values(SOUNDS).flat()) assert.ok(note.at + note.duration < 1 && note.loud <= 1);
});

const state = /** @type {any} */ ({ game: "g", turn: 3, seat: 0, mine: false, phase: "playing" });

test("events of a room are my turn, another player's play and the end", () => {
  const mine = { ...state, turn: 4, mine: true };
  assert.deepEqual(listRoomEvents(state, mine), { key: "turn:g:4", kind: "turn" });
  assert.equal(listRoomEvents(mine, { ...mine }), null);
  assert.equal(listRoomEvents(mine, { ...state, turn: 5 }), null, "one's own play");
  assert.deepEqual(listRoomEvents(state, { ...state, turn: 4 }), { key: "play:g:4", kind: "play" });
  assert.deepEqual(listRoomEvents(state, { ...state, phase: "over" }), { key: "end:g", kind: "result" });
  assert.equal(listRoomEvents({ ...state, seat: null }, { ...state, seat: null, phase: "over" }), null);
});

test("a game that begins with my turn counts as a turn", () => {
  assert.deepEqual(listRoomEvents(state, { ...state, game: "h", turn: 0, mine: true }), { key: "turn:h:0", kind: "turn" });
});

test("the title counts waiting games", () => {
  assert.equal(withCount("Lobby", 0), "Lobby");
  assert.equal(withCount("Lobby", 2), "(2) Lobby");
});

test("the mark is drawn into the existing icon", () => {
  const marked = decodeURIComponent(dotted("data:image/svg+xml,%3Csvg%3E%3C/svg%3E", "red"));
  assert.equal(marked, 'data:image/svg+xml,<svg><circle cx="23" cy="9" r="9" fill="red"/></svg>');
});

test("a mention is the whole name in any case, with any characters", () => {
  for (const said of ["@Amber your turn", "well, AMBER!", "(amber)"]) assert.ok(isMentioned(said, "Amber"), said);
  for (const said of ["Ambers", "lamber", "Ämberß"]) assert.ok(!isMentioned(said, "Amber"), said);
  assert.ok(isMentioned("so, A. (B)!", "A. (B)"));
  assert.ok(isMentioned("hi Zoë-Li/x", "Zoë-Li/x"));
  assert.ok(!isMentioned("anything", ""));
});
