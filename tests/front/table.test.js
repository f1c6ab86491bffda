// What lies on the player's side of the table, and what the server's word makes of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Table } from "../../static/js/room/table.js";
import { writePlay } from "../../static/js/room/notation.js";
import { laid, lying, names, tableOf } from "./tables.js";

test("the rack keeps its order when the server sends another", () => {
  const table = tableOf("CAT");
  table.take([..."TAC"].map((face) => ({ face, value: 1, blank: false })), new Map());
  assert.equal(table.held.map((tile) => tile.face).join(""), "CAT");
});

test("a tile whose square was taken returns, the others stay", () => {
  const table = laid("CAT", { C: "B2", A: "C2" });
  const back = table.take([..."CAT"].map((face) => ({ face, value: 1, blank: false })), lying({ X: "B2" }));
  assert.equal(back, 1);
  assert.deepEqual(table.laid.map((tile) => tile.face), ["A"]);
});

test("of equal tiles the one on the rack stays, then the one whose square is free", () => {
  const rack = (/** @type {string} */ faces) => [...faces].map((face) => ({ face, value: 1, blank: false }));
  const table = tableOf("AAB");
  const [first, second] = table.held;
  table.lay(first, names.indexOf("B2"));
  table.take(rack("ABC"), new Map());
  assert.deepEqual([table.laid, table.held.includes(second)], [[], true]);

  const other = tableOf("AAB");
  const [one, two] = other.held;
  other.lay(one, names.indexOf("B2"));
  other.lay(two, names.indexOf("C2"));
  assert.equal(other.take(rack("ABC"), lying({ X: "B2" })), 0);
  assert.deepEqual(other.laid, [two]);
});

test("tentative tiles that were played leave the table", () => {
  const table = laid("CAT", { C: "B2" });
  table.take([..."ATX"].map((face) => ({ face, value: 1, blank: false })), lying({ C: "B2" }));
  assert.deepEqual(table.laid, []);
  assert.equal(table.held.map((tile) => tile.face).sort().join(""), "ATX");
});

test("a tile placed on a tentative one swaps places with it", () => {
  const table = laid("CAT", { C: "B2" });
  const [, a] = table.held;
  table.lay(a, names.indexOf("B2"));
  assert.equal(table.held[0].at, -1);
  assert.equal(table.on(names.indexOf("B2")), a);
});

test("a blank keeps its letter on the board when it swaps places", () => {
  const table = tableOf("A?T");
  const [a, blank, t] = table.held;
  table.lay(a, names.indexOf("B2"));
  table.lay(blank, names.indexOf("C2"), "Q");
  table.lay(a, names.indexOf("C2"));
  assert.deepEqual([names[a.at], names[blank.at], blank.as], ["C2", "B2", "Q"]);
  table.lay(blank, names.indexOf("C2"));
  assert.deepEqual([names[a.at], names[blank.at], blank.as], ["B2", "C2", "Q"]);
  table.lay(t, names.indexOf("C2")); // from the rack: the blank goes there, and stands for nothing
  assert.deepEqual([blank.at, blank.as], [-1, ""]);
});

test("a shuffle loses nothing, and a sort follows the alphabet with blanks last", () => {
  const table = tableOf("TA?C");
  table.shuffle();
  table.sort(["A", "B", "C", "T"]);
  assert.equal(table.held.map((tile) => tile.face).join(""), "ACT?");
});

test("the stored tiles of a game are restored, and the cursor is back at the start", () => {
  const table = new Table(5, names, 3);
  table.turn();
  table.open([{ f: "C", at: 7, as: "" }, { f: "?", at: 8, as: "Q" }, null], 12);
  assert.deepEqual([table.cursor, table.direction], [12, "across"]);
  assert.deepEqual(table.laid.map((tile) => tile.as || tile.face), ["C", "Q"]);
});

test("no square comes after the edge", () => {
  const table = tableOf("CAT");
  assert.equal(table.next(4, 1, true), -1);
  assert.equal(table.next(0, -1, false), -1);
  table.cursor = 4;
  table.lay(table.held[0], 4);
  assert.equal(table.nextFree(), -1);
});

/** @type {[string, Record<string, string>, Record<string, string>, unknown][]} */
const PLAYS = [
  ["CAT", {}, {}, null],
  ["CAT", { C: "B2", A: "C2", T: "D2" }, {}, { position: "2B", tiles: "CAT" }],
  ["CAT", { C: "B2", A: "B3" }, {}, { position: "B2", tiles: "CA" }],
  ["CAT", { C: "B2", A: "C3" }, {}, { problem: "line" }],
  ["CAT", { C: "B2", A: "D2" }, {}, { problem: "gap" }],
  ["CAT", { C: "B2", A: "D2" }, { O: "C2" }, { position: "2B", tiles: "C.A" }],
  ["CAT", { T: "B4" }, { A: "B2", B: "B3" }, { position: "B2", tiles: "..T" }],
  ["CAT", { T: "C2" }, {}, { position: "2C", tiles: "T" }],
];
for (const [rack, tiles, board, wanted] of PLAYS) {
  test(`${JSON.stringify(tiles)} beside ${JSON.stringify(board)} is written`, () => {
    assert.deepEqual(writePlay(laid(rack, tiles, board)), wanted);
  });
}

test("blanks and tiles of several signs are marked", () => {
  const table = new Table(5, names, 2);
  table.open([{ f: "CH", at: 0, as: "" }, { f: "?", at: 1, as: "LL" }]);
  assert.deepEqual(writePlay(table), { position: "1A", tiles: "[CH]?[LL]" });
});
