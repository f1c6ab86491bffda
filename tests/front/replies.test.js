// The place of what is written, as a square of the small board is touched.
import assert from "node:assert/strict";
import { test } from "node:test";

const dataset = { placeAcross: "{square} across", placeDown: "{square} down" };
globalThis.document = /** @type {any} */ ({ querySelector: () => ({ dataset }) });
const { placeAt, placeName } = await import("../../static/js/room/places.js");

test("a position in game notation is named for people", () => {
  assert.equal(placeName("8H"), "H8 across");
  assert.equal(placeName("H8"), "H8 down");
});

test("a square becomes the place, across first and then down", () => {
  assert.equal(placeAt("", 7, 7), "H8 across ");
  assert.equal(placeAt("H8 across ", 7, 7), "H8 down ");
  assert.equal(placeAt("h8 Across word", 7, 7), "H8 down word");
  assert.equal(placeAt("H8 down WORD", 7, 7), "H8 across WORD");
  assert.equal(placeAt("8H WORD", 7, 7), "H8 down WORD", "game notation is understood");
});

test("the word stays when the place changes", () => {
  assert.equal(placeAt("H8 across WORD", 0, 14), "A15 across WORD");
  assert.equal(placeAt("8H WORD", 0, 14), "A15 across WORD");
  assert.equal(placeAt("word", 0, 0), "A1 across word");
});

test("a pass gives way to a play", () => assert.equal(placeAt("-", 7, 7), "H8 across "));
