// When to come again where it was too much.
import assert from "node:assert/strict";
import { test } from "node:test";
import { crowdedPause, retryAfter } from "../../static/js/site/retry_delays.js";

test("a command is sent again when the server says, unless that is long", () => {
  assert.equal(retryAfter("2"), 2000);
  for (const said of [null, "", "0", "3600", "Sun, 22 Nov 2026 00:00:00 GMT"]) assert.equal(retryAfter(said), 0);
});

test("a socket comes back after ever longer pauses, and never later than five minutes", () => {
  assert.equal(crowdedPause(1, 1), 10_000);
  assert.equal(crowdedPause(3, 1), 40_000);
  assert.equal(crowdedPause(30, 1), 300_000);
  assert.equal(crowdedPause(1, 0), 5000, "not all at once");
});
