// Reads a published record and writes what the page's own check finds wrong with it.
import { readFileSync } from "node:fs";
import { checkBag } from "../../static/js/bag/replay.js";

const report = await checkBag(JSON.parse(readFileSync(0, "utf-8")));
process.stdout.write(JSON.stringify(report.faults));
