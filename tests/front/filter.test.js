// The lobby's filter: which rooms fit what was chosen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fits } from "../../static/js/lobby/filter.js";

const room = { game: "scrabble", seats: "3", rated: "no" };

test("an empty choice matches everything", () => {
  assert.ok(fits(room, {}));
  assert.ok(fits(room, { game: "scrabble" }));
});

test("every choice has to match", () => {
  assert.ok(fits(room, { game: "scrabble", seats: "3" }));
  assert.ok(!fits(room, { game: "scrabble", seats: "2" }));
  assert.ok(!fits(room, { game: "qwibble" }));
});

test("a language stands for its regions", () => {
  assert.ok(fits({ language: "es-US" }, { language: "es" }));
  assert.ok(fits({ language: "es-US" }, { language: "es-US" }));
  assert.ok(!fits({ language: "es" }, { language: "es-US" }));
});

test("a field that the room lacks matches no choice", () => {
  assert.ok(!fits(room, { time: "5+5" }));
});
