// What is sent again, what is not, and what is said: one table of kinds and answers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decideOutcome, isDropped, isQueued, isSettled, isTakenBack, kindOf } from "../../static/js/site/sending.js";

const KINDS = ["act", "chat", "seat", "puzzle", "query", "poll"];
const DAY = 24 * 3600 * 1000;

test("a move names its turn; any other command is sent once", () => {
  assert.equal(kindOf({ game: "g", turn: "0", position: "8H" }), "act");
  assert.equal(kindOf({ seat: "1", who: "7" }), "seat");
  assert.deepEqual(KINDS.filter(isQueued), ["act", "chat"]);
});

test("a completed command is not sent again", () => {
  for (const kind of KINDS) {
    for (const status of [200, 204, 302]) assert.deepEqual(decideOutcome(kind, status), { status, again: 0, say: "" });
  }
});

const UNREACHED = {
  act: [3000, "unsent"], chat: [3000, "unsent"], seat: [0, "unanswered"],
  puzzle: [0, "unanswered"], query: [0, "offline"], poll: [1000, ""],
};
for (const [kind, [again, say]] of Object.entries(UNREACHED)) {
  test(`without a connection, ${kind}: ${say || "silent"}`, () => {
    for (const status of [0, 502, 503, 504]) assert.deepEqual(decideOutcome(kind, status), { status: 0, again, say });
  });
}

test("a refusal is final, but a poll is tried again when the server has failed", () => {
  for (const kind of KINDS) {
    for (const status of [403, 404, 409, 422]) assert.deepEqual(decideOutcome(kind, status), { status, again: 0, say: "failed" });
    const again = kind === "poll" ? 1000 : 0;
    assert.deepEqual(decideOutcome(kind, 500), { status: 500, again, say: "failed" });
  }
});

test("a command sent too soon waits as long as the server says, unless it is about a seat", () => {
  const told = Object.fromEntries(KINDS.map((kind) => [kind, decideOutcome(kind, 429, "20")]));
  assert.deepEqual(KINDS.filter((kind) => told[kind].again === 20_000), ["act", "chat", "puzzle", "query", "poll"]);
  assert.deepEqual(told.seat, { status: 429, again: 0, say: "failed" });
  assert.equal(told.act.say, "crowded");
  assert.equal(decideOutcome("act", 429, "3600").again, 0, "its moment has passed");
  assert.equal(decideOutcome("poll", 429).again, 1000, "no time was named");
});

test("stored entries are dropped after a month, and commands without a turn at once", () => {
  const now = 40 * DAY;
  assert.equal(isDropped("commands", { fields: { turn: "4" }, at: 20 * DAY }, now), false);
  assert.equal(isDropped("commands", { fields: { turn: "4" }, at: 9 * DAY }, now), true);
  assert.equal(isDropped("commands", { fields: { seat: "1" }, at: now }, now), true);
  assert.equal(isDropped("chat", { fields: { text: "Hello" }, at: now }, now), false);
});

test("another room's entry is removed once it is done or its room is gone", () => {
  assert.deepEqual([200, 204, 404, 403, 409, 422].map((status) => isSettled(decideOutcome("act", status))),
    [true, true, true, false, false, false]);
});

test("a waiting play is dropped once its tiles have moved", () => {
  const play = { url: "/play", game: "g", turn: "4", position: "8H", tiles: "CAT" };
  const { url, ...fields } = play;
  const sent = { url, fields };
  assert.equal(isTakenBack(sent, play), false);
  assert.equal(isTakenBack(sent, { ...play, tiles: "", position: "" }), true);
  assert.equal(isTakenBack(sent, { ...play, position: "9H" }), true);
  for (const other of [{ turn: "5" }, { game: "h" }, { url: "/pass" }]) {
    assert.equal(isTakenBack(sent, { ...play, ...other, tiles: "" }), false, "not of this moment");
  }
});
