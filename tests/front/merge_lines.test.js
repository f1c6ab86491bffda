import assert from "node:assert/strict";
import { test } from "node:test";

import { countUnread, join } from "../../static/js/chat/merge_lines.js";

const nothing = { since: 0, lines: [] };

test("the first lines are all there are", () => {
  assert.deepEqual(join(nothing, { since: 40, lines: [41, 44] }), { since: 40, lines: [41, 44] });
});

test("what came before stays, nothing is doubled", () => {
  const shown = { since: 3, lines: [3, 5, 8] };
  assert.deepEqual(join(shown, { since: 5, lines: [5, 8, 9] }), { since: 3, lines: [3, 5, 8, 9] });
});

test("a line that was late goes where it belongs, one that is gone goes", () => {
  const shown = { since: 0, lines: [3, 5, 8] };
  assert.deepEqual(join(shown, { since: 0, lines: [3, 4, 8] }), { since: 0, lines: [3, 4, 8] });
});

test("where lines were missed in between, the newest are shown alone", () => {
  const shown = { since: 0, lines: [3, 5, 8] };
  assert.deepEqual(join(shown, { since: 20, lines: [20, 21] }), { since: 20, lines: [20, 21] });
});

test("another seat shows nothing of what was there", () => {
  const shown = { since: 0, lines: [3, 5, 8] };
  assert.deepEqual(join(shown, { since: 5, lines: [8] }, true), { since: 5, lines: [8] });
});

test("one's own lines are read", () => {
  const lines = [1, 2, 3, 4].map((number) => ({ number, mine: number === 4 }));
  assert.equal(countUnread(lines, 2), 1);
  assert.equal(countUnread(lines, 9), 0);
});
