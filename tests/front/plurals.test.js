// Texts with a number take the form that the language asks for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { choosePlural } from "../../static/js/site/plurals.js";

const chosen = (forms, language, numbers) => numbers.map((n) => choosePlural(forms, n, language));

test("English has two forms", () => {
  assert.deepEqual(chosen("1:one|100:many", "en", [0, 1, 2, 21]), ["many", "one", "many", "many"]);
});

test("French takes the singular for nothing", () => {
  assert.deepEqual(chosen("0:un|1:un|100:des", "fr", [0, 1, 2]), ["un", "un", "des"]);
});

test("Polish has three", () => {
  const forms = "1:ruch|2:ruchy|3:ruchy|100:ruchów";
  assert.deepEqual(chosen(forms, "pl", [0, 1, 2, 4, 5, 12, 22, 25]),
    ["ruchów", "ruch", "ruchy", "ruchy", "ruchów", "ruchów", "ruchy", "ruchów"]);
});

test("Russian counts 21 as one", () => {
  assert.deepEqual(chosen("1:ход|2:хода|3:хода|100:ходов", "ru", [1, 21, 3, 11]), ["ход", "ход", "хода", "ходов"]);
});

test("Arabic has six", () => {
  const forms = "0:zero|1:one|2:two|3:few|11:many|100:other";
  assert.deepEqual(chosen(forms, "ar", [0, 1, 2, 7, 50, 100, 103]), ["zero", "one", "two", "few", "many", "other", "few"]);
});

test("a text with one form is used unchanged", () => {
  assert.deepEqual(chosen("100:待ち", "ja", [0, 1]), ["待ち", "待ち"]);
  assert.equal(choosePlural("Back", 3, "en"), "Back");
});
