// The bag's check as the browser makes it: the same numbers as the rules, and no change unseen.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Shuffler, hashSecret, hexOf, inOrder, makeSeed } from "../../static/js/bag/shuffle.js";
import { checkBag } from "../../static/js/bag/replay.js";

const RECORD = readFileSync(new URL("bags/scrabble.json", import.meta.url), "utf-8");
const SECRET = [...Array(32).keys()].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const MIXED = "2b8f925edbc0102f38f5e7b3252c25d4edcecefcf52edd77f7c02304cdb2759d";

/** @param {(record: any) => void} change */
async function faultsAfter(change) {
  const record = JSON.parse(RECORD);
  change(record);
  return (await checkBag(record)).faults;
}

test("a secret is hashed and mixed as the rules say", async () => {
  assert.match(await hashSecret(SECRET), /^630dcd2966c43366/);
  const added = ["11".repeat(16), "", "22".repeat(32)];
  assert.equal(hexOf(await makeSeed(2, SECRET, added)), MIXED);
  assert.equal(hexOf(await makeSeed(1, SECRET, added)), SECRET);
});

test("it matters which seat added what", async () => {
  const seeds = await Promise.all([["1111", ""], ["", "1111"], ["11", "11"], ["1111"]]
    .map(async (added) => hexOf(await makeSeed(2, SECRET, added))));
  assert.equal(new Set(seeds).size, 4);
});

test("tiles are shuffled as the rules shuffle them", async () => {
  const shuffler = await Shuffler.of(await makeSeed(2, SECRET, ["11".repeat(16), "", "22".repeat(32)]));
  const tiles = ["A", "B", "Ç", "QU", "L·L", "?", "Z", "E"];
  const shuffled = ["B", "?", "Ç", "L·L", "E", "A", "Z", "QU"];
  assert.deepEqual(await shuffler.shuffle(tiles, 7), shuffled);
  assert.deepEqual(await shuffler.shuffle(tiles.reverse(), 7), shuffled);
  assert.equal(await shuffler.choose([2, 0, 1], 3), 0);
  const lots = await Promise.all([...Array(8).keys()].map((n) => shuffler.choose([0, 1], n)));
  assert.deepEqual(lots, [1, 1, 1, 0, 0, 1, 0, 1]);
});

test("faces lie in the order of their code points, blanks last", () => {
  const faces = ["?", "𐐀", "ﷲ", "B", "AB", "A", "?"];
  assert.deepEqual(faces.sort(inOrder), ["A", "AB", "B", "ﷲ", "𐐀", "?", "?"]);
});

test("a whole game agrees with its record", async () => {
  const report = await checkBag(JSON.parse(RECORD));
  assert.deepEqual(report.faults, []);
  assert.equal(report.rows.length, JSON.parse(RECORD).moves.length);
  assert.ok(report.rows.some((row) => row.recorded.includes("?")));
});

test("every change of the record is found", async () => {
  assert.ok((await faultsAfter((record) => { record.secret = SECRET; })).includes("hash"));
  assert.deepEqual(await faultsAfter((record) => { record.hash = "00".repeat(32); }), ["hash"]);
  assert.ok((await faultsAfter((record) => { record.contributions[0] = "00".repeat(16); })).length > 2);
  assert.ok((await faultsAfter((record) => { record.contributions.reverse(); })).length > 2);
  assert.deepEqual(await faultsAfter((record) => { record.draw.rounds[0][0][1] = "Z"; }), ["draw"]);
  assert.deepEqual(await faultsAfter((record) => { record.moves[3].rack[0] = "&"; }), ["move 4"]);
  assert.ok((await faultsAfter((record) => { record.moves[6].exchanged = ["Z", "Z", "Z"]; })).includes("move 7"));
  assert.ok((await faultsAfter((record) => { delete record.moves[1].withdrawn; })).length > 0);
  assert.deepEqual(await faultsAfter((record) => { record.racks[0].push("A"); }), ["racks"]);
  assert.deepEqual(await faultsAfter((record) => { record.bag.push("A"); }), ["bag"]);
  const wrong = { among: [0, 1], winner: 5 };
  assert.deepEqual(await faultsAfter((record) => { record.lot = wrong; }), ["lot"]);
});
