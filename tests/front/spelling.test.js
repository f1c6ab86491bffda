// From typed letters to tiles, in the languages that make it hard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isChord, asksForBlank, Letters } from "../../static/js/room/letters.js";
import { Spelling } from "../../static/js/room/spelling.js";
import { tableOf } from "./tables.js";

/** @typedef {{ faces?: string[], whole?: string[] }} Options */

/** Type letters on a rack, tiles being laid side by side from square 0. A capital is meant for the
 * blank; "|" settles what is open.
 * @param {string[]} rack @param {string} letters @param {Options} options */
function type(rack, letters, { faces = [], whole = [] }) {
  const table = tableOf(rack);
  const spelling = new Spelling(faces, whole);
  const missing = [];
  /** @type {import("../../static/js/room/table.js").Held[]} */
  let open = [];
  let longer = "";
  for (const letter of letters) {
    if (letter === "|") { spelling.stop(); open = []; continue; }
    open.forEach((tile) => table.recall(tile));
    const loud = letter !== letter.toLowerCase();
    const reading = spelling.read(letter.toUpperCase(), table.held.filter((tile) => tile.at < 0), loud);
    for (const { tile, as } of reading.lay) table.lay(tile, table.nextFree(0), as);
    open = reading.open ? reading.lay.slice(-reading.open).map(({ tile }) => tile) : [];
    if (reading.missing) missing.push(reading.missing);
    longer = reading.longer.join();
  }
  return [table.laid.map((tile) => tile.as || tile.face).join(" "), missing.join(), longer];
}

/** Faces of Hungarian tiles. */
const HU = [..."ABCDGLNSZ", "CS", "GY", "LY", "SZ", "ZS"];
/** @type {[string, string[], string, Options, string, string?, string?][]} what was typed on which
 * rack; what lies there then, what was missing, and what the open letters may become */
const CASES = [
  ["letters are tiles", ["S", "E"], "se", {}, "S E"],
  ["a letter lies there while it may still become another tile", ["C", "CH", "H"], "c", {}, "C", "", "CH"],
  ["letters join to one tile, however slowly they come", ["C", "CH", "H"], "ch", {}, "CH"],
  ["unless the first was settled", ["C", "CH", "H"], "c|h", {}, "C H"],
  ["or another letter settles it", ["C", "CH", "A", "H"], "cah", {}, "C A H"],
  ["a first letter without a tile waits", ["CH", "A"], "c", {}, "", "", "CH"],
  ["and joins", ["CH", "A"], "ch", {}, "CH"],
  ["joining goes before a blank", ["C", "CH", "?"], "ch", { faces: ["H"] }, "CH"],
  ["who waited in vain takes the blank", ["CH", "A", "?"], "ca", { faces: ["C"] }, "C A"],
  ["but not before", ["CH", "A", "?"], "c", { faces: ["C"] }, "", "", "CH"],
  ["or is missing", ["CH", "A"], "ca", {}, "A", "C"],
  ["after one pair comes the next", ["CS", "SZ", "A"], "cssz", { faces: HU }, "CS SZ"],
  ["a pair and the letter of another", ["S", "SZ", "Z", "ZS"], "szs", { faces: HU }, "SZ S"],
  ["settled, the other way round", ["S", "SZ", "Z", "ZS"], "s|zs", { faces: HU }, "S ZS"],
  ["three letters join over those that lie there", ["D", "Z", "DZS"], "dzs", {}, "DZS"],
  ["and fall apart when another follows", ["D", "Z", "DZS", "A"], "dza", {}, "D Z A"],
  ["a dot between letters need not be typed", ["L·L", "A"], "ll", {}, "L·L"],
  ["but where there are two letters it must", ["L", "L", "L·L"], "ll", {}, "L L", "", "L·L"],
  ["and can", ["L", "L", "L·L"], "l·l", {}, "L·L"],
  ["a missing letter takes the blank", ["S", "?"], "sq", { faces: ["Q"] }, "S Q"],
  ["a blank stands only for what it may", ["?"], "s", { faces: ["Q"] }, "", "S"],
  ["two letters without a tile are one blank", ["?", "A"], "csa", { faces: HU }, "CS A"],
  ["no blank is spent where each has a tile", ["?", "C", "S"], "cs", { faces: HU }, "C S", "", "SZ"],
  ["but where the edition wants the pair", ["?", "C", "H"], "ch", { faces: ["C", "CH", "H"], whole: ["CH"] }, "CH"],
  ["Shift means the blank", ["?", "A"], "A", { faces: HU }, "A"],
  ["Shift and two letters mean the blank as a pair", ["?", "C", "S", "CS"], "CS", { faces: HU }, "CS"],
  ["even when the second comes without", ["?", "C", "S", "CS"], "Cs", { faces: HU }, "CS"],
  ["without a blank Shift means nothing", ["C", "CS"], "CS", { faces: HU }, "CS"],
  ["an apostrophe is a tile in Ukrainian", ["'", "М"], "м'", {}, "М '"],
];
for (const [name, rack, letters, options, laid, missing = "", longer = ""] of CASES) {
  test(name, () => assert.deepEqual(type(rack, letters, options), [laid, missing, longer]));
}

test("Shift uses the blank even if there is a tile", () => {
  const table = tableOf(["A", "?"]);
  const { lay } = new Spelling(["A"]).read("A", table.held, true);
  assert.deepEqual([lay[0].tile.blank, lay[0].as], [true, "A"]);
});

const GREEK = { kept: "", spellings: [] };
const GERMAN = { kept: "ÄÖÜ", spellings: [["ẞ", "SS"]] };
const HEBREW = { kept: null, spellings: [["ם", "מ"], ["ץ", "צ"]] };
const ARABIC = { kept: null, spellings: [["ى", "ي"], ["ـ", ""]] };
/** @type {[string, string, any, string, string, string[]?][]} */
const READ = [
  ["Turkish i has its dot", "tr", undefined, "i", "İ"],
  ["Turkish ı has none", "tr", undefined, "ı", "I"],
  ["elsewhere i is I", "en", undefined, "i", "I"],
  ["marks are dropped where no tile has them", "es", { kept: "Ñ", spellings: [] }, "áñ", "AÑ"],
  ["and stay where they matter", "hu", undefined, "áő", "ÁŐ"],
  ["also when they come apart", "cs", undefined, "e\u030c", "Ě"],
  ["German ß is laid as two S", "de", GERMAN, "ß", "SS"],
  ["Greek letters lose their tonos, and sigma its end", "el", GREEK, "ώςΐ", "ΩΣΙ"],
  ["Hebrew finals are the letters they end", "he", HEBREW, "םץא", "מצא"],
  ["Hebrew points are no letters", "he", HEBREW, "ּ", ""],
  ["Arabic presentation forms are letters", "ar", ARABIC, "ﺑﻻ", "بلا"],
  ["and final yeh is yeh", "ar", ARABIC, "ىأـ", "يأ"],
  ["a Croatian digraph is two letters", "hr", undefined, "ǆ", "DŽ"],
  ["a Dutch ĳ is two letters", "nl", GREEK, "ĳ", "IJ"],
  ["signs that tiles show count, others do not", "uk", { kept: null, spellings: [["’", "'"]] }, "’!1", "'", ["'"]],
];
for (const [name, language, folding, typed, letters, faces = []] of READ) {
  test(name, () => assert.equal(new Letters(language, faces, folding).read(typed).join(""), letters));
}

test("AltGr and Option make letters, other chords are commands", () => {
  const none = { ctrlKey: false, altKey: false, metaKey: false, getModifierState: () => false };
  assert.equal(isChord({ ...none, key: "ą", getModifierState: () => true }, false), false);
  assert.equal(isChord({ ...none, key: "ą", ctrlKey: true, altKey: true }, false), false);
  assert.equal(isChord({ ...none, key: "ą", altKey: true }, true), false);
  assert.equal(isChord({ ...none, key: "ф", altKey: true }, false), true);
  assert.equal(isChord({ ...none, key: "c", ctrlKey: true }, false), true);
});

test("Shift has no effect in scripts without case", () => {
  assert.equal(asksForBlank({ key: "C", shiftKey: true }), true);
  assert.equal(asksForBlank({ key: "أ", shiftKey: true }), false);
});
