import assert from "node:assert/strict";
import { test } from "node:test";

import { countUnread, join } from "../../static/js/chat/merge_lines.js";

const nothing = { since: 0, lines: [] };

test("the first lines are shown as they are", () => {
  assert.deepEqual(join(nothing, { since: 40, lines: [41, 44] }), { since: 40, lines: [41, 44] });
});

test("earlier lines stay, and none is repeated", () => {
  const shown = { since: 3, lines: [3, 5, 8] };
  assert.deepEqual(join(shown, { since: 5, lines: [5, 8, 9] }), { since: 3, lines: [3, 5, 8, 9] });
});

test("a late line goes to its place, and a deleted one disappears", () => {
  const shown = { since: 0, lines: [3, 5, 8] };
  assert.deepEqual(join(shown, { since: 0, lines: [3, 4, 8] }), { since: 0, lines: [3, 4, 8] });
});

test("after missed lines only the newest are shown", () => {
  const shown = { since: 0, lines: [3, 5, 8] };
  assert.deepEqual(join(shown, { since: 20, lines: [20, 21] }), { since: 20, lines: [20, 21] });
});

test("another seat shows none of the earlier lines", () => {
  const shown = { since: 0, lines: [3, 5, 8] };
  assert.deepEqual(join(shown, { since: 5, lines: [8] }, true), { since: 5, lines: [8] });
});

test("the reader's own lines count as read", () => {
  const lines = [1, 2, 3, 4].map((number) => ({ number, mine: number === 4 }));
  assert.equal(countUnread(lines, 2), 1);
  assert.equal(countUnread(lines, 9), 0);
});
