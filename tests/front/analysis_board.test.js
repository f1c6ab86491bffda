// The analysis board without a page: positions as text, undoing, and the tiles there are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TileSet } from "../../static/js/analysis_board/tile_set.js";
import { Undo } from "../../static/js/analysis_board/undo.js";
import { facesOf, writeBoard, writeOwners, writeQuery, writeRack, writeScores } from "../../static/js/analysis_board/notation.js";

/** @type {Record<string, [string, string]>} */
const MARKS = { A: ["A", "a"], CH: ["[CH]", "[ch]"], "א": ["א", "?א"] };
const NAMES = ["A1", "B1", "C1", "A2", "B2", "C2"];

test("a board is written row by row, empty squares by their number", () => {
  assert.equal(writeBoard([], 2, 3, MARKS), "");
  assert.equal(writeBoard([[1, "A", false, 0, false]], 2, 3, MARKS), "1A1/3");
  assert.equal(writeBoard([[0, "CH", true, 0, false], [5, "א", true, 0, false]], 2, 3, MARKS), "[ch]2/2?א");
});

test("owners are listed in the order of the board, safe tiles in capitals", () => {
  assert.equal(writeOwners([[5, "A", false, 1, true], [2, "A", false, 0, false]]), "aB");
});

test("scores of nothing are left out", () => {
  assert.equal(writeScores([0, 0]), "");
  assert.equal(writeScores([0, -12]), "0,-12");
});

test("a typed rack becomes tiles, the longest first unless a space separates them", () => {
  assert.equal(writeRack("ach?", ["A", "C", "H", "CH"], "es"), "A[CH]?");
  assert.equal(writeRack("c h", ["A", "C", "H", "CH"], "es"), "CH");
  assert.equal(writeRack("[CH]i", ["CH", "İ"], "tr"), "[CH]İ");
  assert.equal(writeRack("q1", ["A"], "en"), "Q1");
  assert.deepEqual(facesOf("A[CH]?"), ["A", "CH", "?"]);
});

test("an address stays readable and holds no empty text", () => {
  assert.equal(writeQuery([["v", "1"], ["rack", "A?"], ["seat", ""], ["scores", "1,2"]]), "v=1&rack=A?&scores=1,2");
});

test("an unchanged position adds no step to go back to", () => {
  const undo = new Undo({ n: 0 });
  assert.equal(undo.take({ n: 0 }), false);
  assert.equal(undo.take({ n: 1 }), true);
  assert.equal(undo.isOpen, true);
  assert.deepEqual(undo.back(), { n: 0 });
  assert.equal(undo.back(), null);
});

test("tiles come from the set and keep their owners", () => {
  const tileSet = new TileSet(3, NAMES, [["A", 1, 2], ["?", 0, 1]]);
  assert.equal(tileSet.left("A"), 2);
  tileSet.put([[0, "A", false, 1, true], [4, "A", true, 0, false]]);
  assert.deepEqual(tileSet.list(), [[0, "A", false, 1, true], [4, "A", true, 0, false]]);
  assert.deepEqual([tileSet.left("A"), tileSet.left("?"), tileSet.points(1)], [1, 0, 1]);
  [tileSet.owner, tileSet.safe] = [1, false];
  tileSet.lay(/** @type {any} */ (tileSet.findUnused("A")), 5);
  assert.deepEqual(tileSet.list().at(-1), [5, "A", false, 1, false]);
  tileSet.put([]);
  assert.equal(tileSet.left("A"), 2);
});
