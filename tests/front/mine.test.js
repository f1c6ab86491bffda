// Deadlines as they are said where the visitor is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sayWhen } from "../../static/js/lobby/mine.js";

const at = Date.UTC(2026, 4, 5, 16, 0); // a Tuesday
const day = 24 * 3600 * 1000;

test("within a week the day of the week is enough", () => {
  assert.match(sayWhen(at, at - 2 * day, "en", "Europe/Berlin"), /Tuesday.*18:00/);
});

test("later it is a date", () => {
  assert.match(sayWhen(at, at - 10 * day, "en", "UTC"), /May 5.*16:00/);
});
