// The place of what is written, as a square of the small board is touched.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = /** @type {any} */ ({ addEventListener() {} });
const { placeAt } = await import("../../static/js/room/replies.js");

test("a square becomes the place, across first and then down", () => {
  assert.equal(placeAt("", 7, 7), "8H ");
  assert.equal(placeAt("8H ", 7, 7), "H8 ");
  assert.equal(placeAt("H8 WORD", 7, 7), "8H WORD");
});

test("the word stays when the place changes", () => {
  assert.equal(placeAt("8H WORD", 0, 14), "15A WORD");
  assert.equal(placeAt("word", 0, 0), "1A word");
});

test("a pass gives way to a play", () => assert.equal(placeAt("-", 7, 7), "8H "));
