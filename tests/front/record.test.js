// Stepping through a record: what keys, buttons and addresses mean, and a board in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeBoard } from "../../static/js/record/board_description.js";
import { addressOf, readAddress, stepFrom, targetOf } from "../../static/js/record/routing.js";

const PAGE = "https://tiles.example/games/7/";

test("steps end at the start and at the last move", () => {
  assert.deepEqual(["first", "previous", "next", "last"].map((target) => stepFrom(0, target, 9)), [0, 0, 1, 9]);
  assert.deepEqual(["first", "previous", "next", "last"].map((target) => stepFrom(9, target, 9)), [0, 8, 9, 9]);
});

test("an address names a position or the end", () => {
  const meant = (/** @type {string} */ tail) => readAddress(PAGE + tail, 12);
  assert.deepEqual(["#3", "?move=4", "?move=4#0", "#99", "", "#", "#main", "#-1", "#1e1"].map(meant), [3, 4, 0, 12, 12, 12, 12, 12, 12]);
  assert.equal(addressOf(`${PAGE}?move=4`, 5), `${PAGE}#5`);
  assert.equal(readAddress(addressOf(PAGE, 7), 12), 7);
});

/** @param {string} key @param {object} [more] */
const press = (key, more) => targetOf(/** @type {any} */ ({ key, target: { closest: () => null }, ...more }));

test("keys step, but not those that belong to a field or to the browser", () => {
  assert.deepEqual(["ArrowLeft", "ArrowRight", "Home", "End", "x"].map((key) => press(key)), ["previous", "next", "first", "last", ""]);
  assert.equal(press("ArrowLeft", { altKey: true }), "");
  assert.equal(press("ArrowLeft", { target: { closest: () => ({}) } }), "");
});

test("a board is described row by row", () => {
  const tile = (/** @type {string} */ face, blank = false) => ({ face, value: 1, blank, owner: -1, safe: false });
  const tiles = new Map([[31, tile("CH")], [17, tile("B", true)], [16, tile("A")]]);
  assert.equal(describeBoard(tiles, 15, (name) => name), "board: B2 A, C2 B blank; B3 CH");
  assert.equal(describeBoard(new Map(), 15, (name) => name), "board: empty");
});
