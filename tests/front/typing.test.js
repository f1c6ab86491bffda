// From typed letters to tiles, in the languages that make it hard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Typing, upper } from "../../static/js/room/typing.js";
import { tableOf } from "./tables.js";

const SLOW = 5000; // ms

/** Type letters on a rack, tiles being laid side by side from square 0.
 * @param {string[]} rack @param {string} letters
 * @param {{ language?: string, faces?: string[], pause?: number }} [options] */
function type(rack, letters, { language = "es", faces = [], pause = 100 } = {}) {
  const table = tableOf(rack);
  const typing = new Typing(language, faces);
  const missing = [];
  let now = 0;
  for (const letter of letters) {
    const reading = typing.read(letter, (now += pause), table.held.filter((tile) => tile.at < 0));
    if (reading.back.length) table.cursor = reading.back[0];
    for (const square of reading.back) table.recall(/** @type {any} */ (table.on(square)));
    for (const { tile, as } of reading.lay) {
      const square = table.nextFree();
      table.lay(tile, square, as);
      typing.laidAt(square);
      table.cursor = square;
    }
    if (reading.missing) missing.push(reading.missing);
  }
  return [table.laid.map((tile) => tile.as || tile.face), missing];
}

/** @type {[string, string[], string, object, string[], string[]][]} */
const CASES = [
  ["letters are tiles", ["S", "E"], "se", {}, ["S", "E"], []],
  ["letters typed at once join to one tile", ["C", "CH", "H"], "ch", {}, ["CH"], []],
  ["typed slowly they are apart where each has a tile", ["C", "CH", "H"], "ch", { pause: SLOW }, ["C", "H"], []],
  ["typed slowly they still join where the second has none", ["C", "CH", "A"], "ch", { pause: SLOW }, ["CH"], []],
  ["a first letter without a tile waits, however long", ["CH", "A"], "ch", { pause: SLOW }, ["CH"], []],
  ["joining goes before a blank", ["C", "CH", "?"], "ch", { pause: SLOW, faces: ["H"] }, ["CH"], []],
  ["who waited in vain takes the blank", ["CH", "A", "?"], "ca", { faces: ["C"] }, ["C", "A"], []],
  ["or is missing", ["CH", "A"], "ca", {}, ["A"], ["C"]],
  ["three letters join", ["DZS", "A"], "dzs", { language: "hu" }, ["DZS"], []],
  ["three letters join over laid ones", ["D", "Z", "DZS"], "dzs", { language: "hu" }, ["DZS"], []],
  ["a dot between letters is not typed", ["L·L", "A"], "ll", { language: "ca" }, ["L·L"], []],
  ["a missing letter takes the blank", ["S", "?"], "sq", { language: "en", faces: ["Q"] }, ["S", "Q"], []],
  ["a blank stands only for what it may", ["?"], "s", { language: "en", faces: ["Q"] }, [], ["S"]],
  ["marks are dropped where no tile has them", ["A"], "á", {}, ["A"], []],
  ["marks are kept where tiles have them", ["N", "Ñ"], "ñ", { faces: ["N", "Ñ"] }, ["Ñ"], []],
  ["a marked letter is never its plain neighbour", ["N"], "ñ", { faces: ["N", "Ñ"] }, [], ["Ñ"]],
  ["Turkish i has its dot", ["I", "İ"], "i", { language: "tr", faces: ["I", "İ"] }, ["İ"], []],
  ["Turkish ı has none", ["İ", "I"], "ı", { language: "tr", faces: ["I", "İ"] }, ["I"], []],
  ["without İ on the rack i is missing in Turkish", ["I"], "i", { language: "tr", faces: ["I", "İ"] }, [], ["İ"]],
  ["elsewhere i is I", ["I"], "i", { language: "en", faces: ["I"] }, ["I"], []],
  ["Hebrew finals are the letters they end", ["מ"], "ם", { language: "he" }, ["מ"], []],
];
for (const [name, rack, letters, options, laid, missing] of CASES) {
  test(name, () => assert.deepEqual(type(rack, letters, options), [laid, missing]));
}

test("after the cursor has gone elsewhere nothing joins", () => {
  const table = tableOf(["C", "CH"]);
  const typing = new Typing("es", []);
  typing.read("c", 0, table.held);
  typing.laidAt(0);
  typing.stop();
  assert.equal(typing.read("h", 100, table.held).missing, "H");
});

test("ß stays", () => assert.equal(upper("ß", "de"), "ß"));
