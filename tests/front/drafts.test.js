// What the others of a team lay: taken over as far as the one rack has it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { useDraft, draftOf, fits, lettersOf, placeOf } from "../../static/js/room/drafts.js";
import { laid, names, tableOf } from "./tables.js";

const at = (/** @type {string} */ name) => names.indexOf(name);
/** @type {import("../../static/js/room/drafts.js").Laid[]} */
const cat = [[at("B2"), "C", ""], [at("C2"), "A", ""], [at("D2"), "?", "T"]];

test("a draft that is taken over becomes the tentative play", () => {
  const table = laid("ACX?", { X: "C2", A: "E5" });
  useDraft(table, cat);
  assert.deepEqual(draftOf(table), cat);
  assert.deepEqual(table.held.map((tile) => tile.face), [..."ACX?"], "the rack keeps its own order");
});

test("a draft fits if the rack has each of its tiles and its squares are free", () => {
  assert.ok(fits(laid("CA?", { C: "A1" }), cat), "one's own tentative tiles are no hindrance");
  assert.ok(!fits(tableOf("CAT"), cat));
  assert.ok(!fits(tableOf("CA?", { Q: "D2" }), cat));
  assert.ok(!fits(tableOf("CA?"), [...cat, [at("E2"), "A", ""]]));
});

test("a draft is described by its letters and its first square", () => {
  const table = tableOf("CA?", { S: "E2" });
  assert.deepEqual(lettersOf([cat[2], cat[0], [at("C2"), "?", ""]]), ["C", "?", "T"]);
  assert.equal(placeOf(table, cat), "2B");
  assert.equal(placeOf(table, [[at("A1"), "C", ""], [at("C3"), "A", ""]]), "");
});
