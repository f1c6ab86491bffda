// What the others of a team lay: taken over as far as the one rack has it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { useDraft, draftOf, fits, lettersOf, placeOf } from "../../static/js/room/drafts.js";
import { laid, names, tableOf } from "./tables.js";

const at = (/** @type {string} */ name) => names.indexOf(name);
/** @type {import("../../static/js/room/drafts.js").Laid[]} */
const cat = [[at("B2"), "C", ""], [at("C2"), "A", ""], [at("D2"), "?", "T"]];

test("a draft that is taken over is what lies there then", () => {
  const table = laid("ACX?", { X: "C2", A: "E5" });
  useDraft(table, cat);
  assert.deepEqual(draftOf(table), cat);
  assert.deepEqual(table.held.map((tile) => tile.face), [..."ACX?"], "the rack keeps its own order");
});

test("a draft fits while the rack has its tiles, each once, and its squares are free", () => {
  assert.ok(fits(laid("CA?", { C: "A1" }), cat), "one's own tentative tiles are no hindrance");
  assert.ok(!fits(tableOf("CAT"), cat));
  assert.ok(!fits(tableOf("CA?", { Q: "D2" }), cat));
  assert.ok(!fits(tableOf("CA?"), [...cat, [at("E2"), "A", ""]]));
});

test("what is told of a draft: its letters as they lie, and where the play begins", () => {
  const table = tableOf("CA?", { S: "E2" });
  assert.deepEqual(lettersOf([cat[2], cat[0], [at("C2"), "?", ""]]), ["C", "?", "T"]);
  assert.equal(placeOf(table, cat), "2B");
  assert.equal(placeOf(table, [[at("A1"), "C", ""], [at("C3"), "A", ""]]), "");
});
