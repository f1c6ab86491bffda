// Which square a point means, on boards that run either way.
import assert from "node:assert/strict";
import { test } from "node:test";
import { aim } from "../../static/js/room/aim.js";
import { laid, names } from "./tables.js";

const BOX = { left: 100, right: 200, top: 50, width: 100 }; // squares of 20 px

/** @param {number} x @param {number} y @param {boolean} mirrored */
function at(x, y, mirrored = false) {
  const table = laid("CAT", { C: "C3" }, { X: "B1" });
  return names[aim(table, table.held[2], BOX, { x, y }, mirrored)] ?? "";
}

test("the square under the point", () => assert.equal(at(165, 95), "D3"));
test("counted from the right edge where the board is mirrored", () => {
  assert.equal(at(195, 95, true), "A3");
  assert.equal(at(135, 95, true), "D3");
});
test("a tile of one's own changes places", () => assert.equal(at(150, 100), "C3"));
test("a played tile's edge means the free square beside it", () => {
  assert.equal(at(122, 60), "A1");
  assert.equal(at(138, 60), "C1");
});
test("a little beside the board is still on it", () => assert.equal(at(96, 95), "A3"));
test("far from it is nowhere", () => assert.equal(at(60, 95), ""));
