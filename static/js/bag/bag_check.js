// The page that checks the bag of an ended game. It reads the published record, has replay.js draw
// every tile again, and shows the result next to what this browser remembers of the game.
import { fetchInTime } from "../site/timed_fetch.js";
import { recall } from "./contribution_store.js";
import { checkDuplicateBag } from "./duplicate_replay.js";
import { checkBag } from "./replay.js";

/** Of a game at a table, or of a duplicate game, which has no seats.
 * @typedef {import("./replay.js").BagRecord | import("./duplicate_replay.js").DuplicateRecord} BagRecord */
/** @typedef {import("./replay.js").Report} Report */

const card = /** @type {HTMLElement} */ (document.getElementById("check"));
/** @param {string} selector */
const part = (selector) => /** @type {HTMLElement} */ (card.querySelector(selector));
/** @param {string} name */
const text = (name) => card.dataset[name] || "";

async function check() {
  if (!crypto.subtle) return showVerdict(text("insecure"), "bag-mismatch");
  try {
    const answer = await fetchInTime(card.dataset.bag || "", {});
    if (!answer.ok) return showVerdict(text("failed"), "bag-mismatch");
    const record = await answer.json();
    show(record, await (record.turns ? checkDuplicateBag(record) : checkBag(record)));
  } catch {
    showVerdict(text("failed"), "bag-mismatch");
  }
  return undefined;
}

/** @param {BagRecord} record @param {Report} report */
function show(record, report) {
  part(".secret").textContent = record.secret;
  part(".stated").textContent = record.hash;
  part(".computed").textContent = report.hash;
  part(".contributions").replaceChildren(
    ...record.contributions.map((added) => element("li", added || text("nothing"))),
  );
  part("tbody").replaceChildren(...report.rows.map((row) => {
    const line = document.createElement("tr");
    const seat = row.seat === undefined ? [] : [row.seat + 1]; // one rack for everyone has no seat
    const cells = [row.number, ...seat, row.recorded.join(" "), row.computed.join(" "), row.agrees ? "✓" : "✗"];
    line.append(...cells.map((cell) => element("td", String(cell))));
    return line;
  }));
  if (!report.faults.length) showVerdict(text("match"), "bag-verified");
  else showVerdict(`${text("mismatch")} ${report.faults.map(describeFault).join(", ")}.`, "bag-mismatch");
  showOwn(record);
}

/** Compare the bytes this browser added, and the hash it saw before the deal, with the published
 * ones.
 * @param {BagRecord} record */
function showOwn(record) {
  const note = recall(record.game);
  const own = part(".own");
  const counted = !!note && record.contributions.some((added) => added.includes(note.added));
  const seen = note?.hash === record.hash;
  own.hidden = !note || (seen && !counted && !note.accepted);
  if (own.hidden) return;
  own.className = `own ${counted && seen ? "bag-verified" : "bag-mismatch"}`;
  own.textContent = seen ? text(counted ? "included" : "missing") : text("changed");
}

/** @param {string} fault */
function describeFault(fault) {
  const [name, number] = fault.split(" ");
  return text(name === "bag" ? "left" : name).replace("{n}", number);
}

/** @param {string} words @param {string} verdict */
function showVerdict(words, verdict) {
  const line = part(".verdict");
  line.className = `verdict ${verdict}`;
  line.replaceChildren(element("b", words));
}

/** @param {string} tag @param {string} words */
function element(tag, words) {
  return Object.assign(document.createElement(tag), { textContent: words });
}

part(".again").addEventListener("click", check);
check();
