// Which square a point means, on boards that run either way.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findDropTarget } from "../../static/js/room/drop_target.js";
import { laid, names } from "./tables.js";

const BOX = { left: 100, right: 200, top: 50, width: 100 }; // squares of 20 px

/** @param {number} x @param {number} y @param {boolean} mirrored */
function at(x, y, mirrored = false) {
  const table = laid("CAT", { C: "C3" }, { X: "B1" });
  return names[findDropTarget(table, table.held[2], BOX, { x, y }, mirrored)] ?? "";
}

test("the square under the point", () => assert.equal(at(165, 95), "D3"));
test("on a mirrored board squares are counted from the right edge", () => {
  assert.equal(at(195, 95, true), "A3");
  assert.equal(at(135, 95, true), "D3");
});
test("a tentative tile swaps places", () => assert.equal(at(150, 100), "C3"));
test("a played tile's edge means the free square beside it", () => {
  assert.equal(at(122, 60), "A1");
  assert.equal(at(138, 60), "C1");
});
test("a point just off the board is still on it", () => assert.equal(at(96, 95), "A3"));
test("a point far from the board is on no square", () => assert.equal(at(60, 95), ""));

/** @param {Record<string, string>} tiles @param {Record<string, string>} board @param {number} x */
function inFirstRow(tiles, board, x) {
  const table = laid("CAT", tiles, board);
  return names[findDropTarget(table, table.held[2], BOX, { x, y: 60 }, false)] ?? "";
}

test("a near miss never means a square with another tentative tile", () => {
  assert.equal(inFirstRow({}, { X: "B1" }, 138), "C1");
  assert.equal(inFirstRow({ C: "C1" }, { X: "B1" }, 138), "");
  assert.equal(inFirstRow({ T: "C1" }, { X: "B1" }, 138), "C1"); // its own place is no other's
});
test("a near miss reaches less than a square from the pointer", () => {
  assert.equal(inFirstRow({}, { X: "B1", Y: "C1" }, 138), ""); // B2 and A1 are farther away
  assert.equal(inFirstRow({}, {}, 92), "A1");
  assert.equal(inFirstRow({}, {}, 89), "");
});
