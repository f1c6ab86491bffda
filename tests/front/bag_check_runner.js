// Reads a published record and writes what the page's own check finds wrong with it.
import { readFileSync } from "node:fs";
import { checkDuplicateBag } from "../../static/js/bag/duplicate_replay.js";
import { checkBag } from "../../static/js/bag/replay.js";

const record = JSON.parse(readFileSync(0, "utf-8"));
const report = await (record.turns ? checkDuplicateBag(record) : checkBag(record));
process.stdout.write(JSON.stringify(report.faults));
