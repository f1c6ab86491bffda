// A game told move by move: the board after any of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Steps } from "../../static/js/room/move_steps.js";

/** @param {Partial<import("../../static/js/room/move_steps.js").Step>} [more] */
const step = (more) => ({ said: "", scores: [0, 0], tiles: [], off: [], last: [], stolen: [], ...more });

/** @param {Steps} steps @param {number} number */
const faces = (steps, number) =>
  [...steps.boardAt(number)].map(([square, tile]) => `${square}${tile.face}${tile.owner}${tile.safe ? "!" : ""}`).sort().join(" ");

/** @returns {Steps} */
function game() {
  const steps = new Steps();
  steps.add(0, [
    step({ tiles: [[7, "A", 1, 0, 0, 0], [8, "B", 3, 0, 0, 0]], scores: [4, 0] }),
    step({ tiles: [[9, "C", 3, 1, 1, 1], [8, "B", 3, 0, 1, 1]], scores: [1, 6] }),
    step({ off: [9], tiles: [[8, "B", 3, 0, 0, 0]], scores: [4, 0] }),
  ]);
  return steps;
}

test("tiles come, change hands, and are withdrawn", () => {
  const steps = game();
  assert.deepEqual([0, 1, 2, 3].map((number) => faces(steps, number)), ["", "7A0 8B0", "7A0 8B1! 9C1!", "7A0 8B0"]);
  assert.equal(steps.boardAt(2).get(9)?.blank, true);
});

test("before the first move every score is zero", () => {
  const steps = game();
  assert.deepEqual([steps.scoresAt(0, 2), steps.scoresAt(2, 2)], [[0, 0], [1, 6]]);
  assert.deepEqual([steps.at(0).said, steps.at(0).last], ["", []]);
});

test("moves that arrive twice are stored once", () => {
  const steps = game();
  steps.add(2, [step({ off: [9] }), step({ tiles: [[1, "Z", 10, 0]] })]);
  assert.equal(steps.count, 4);
  assert.equal(steps.boardAt(4).get(1)?.owner, -1);
  steps.forget();
  assert.equal(steps.count, 0);
});
