// The form for a new room: one line sums up what is chosen, and a refusal takes the focus.
import "./form_choices.js";
import { listenToName } from "./name_field.js";
import { focusError } from "./refusal.js";
import { choosePlural } from "../site/plurals.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("room-form"));
const summary = /** @type {HTMLElement} */ (document.getElementById("room-summary"));
/**
 * @typedef {Record<string, Record<string, string>>} Words by game and value
 * @type {{ words: Record<string, Words>, clocks: Words } & Record<string, string>}
 */
const texts = JSON.parse(document.getElementById("summary-texts")?.textContent || "{}");
/** @type {Record<string, string>} the field that must be filled in, by what a custom clock limits */
const NEEDED = { game: "minutes", turn: "turn_seconds", days: "turn_days" };

/** @param {string} name @returns {HTMLElement | null} the field, unless the game offers no choice */
function fieldOf(name) {
  return form.querySelector(`[data-field="${name}"]:not([hidden])`);
}

/** @param {string} name @returns {string} what is typed into a field */
function typed(name) {
  return /** @type {HTMLInputElement | null} */ (form.querySelector(`input[name="${name}"]`))?.value.trim() || "";
}

/** @param {string} name @returns {string} the value that is chosen; a switch is "on" or "" */
function valueOf(name) {
  return new FormData(form).get(name)?.toString() || "";
}

/** @param {string} name @returns {string} the label of what is chosen */
function labelOf(name) {
  const field = fieldOf(name);
  const list = field?.querySelector("select");
  if (list) return list.selectedOptions[0]?.text || "";
  return field?.querySelector("label:has(:checked)")?.textContent?.trim() || "";
}

/** @param {string} forms @param {number} number */
function count(forms, number) { return choosePlural(forms, number).replace("{n}", String(number)); }

function isOfTeams() { return !!fieldOf("teams") && !!valueOf("teams"); }

/** @returns {string} how many players or teams there are */
function describeSeats() {
  const { seats = "", teams = "" } = summary.dataset;
  return count(isOfTeams() ? teams : seats, Number(valueOf("seats")));
}

/** @returns {string} the clock, as lists of rooms write it */
function describeClock() {
  const [clock, pace] = ["clock", "pace"].map(valueOf);
  if (clock !== texts.custom) return texts.clocks[valueOf("variant")]?.[clock] || "";
  if (!typed(NEEDED[pace])) return labelOf("clock");
  if (pace === "turn") return texts.seconds.replace("{n}", typed("turn_seconds"));
  if (pace === "days") return count(summary.dataset.days || "", Number(typed("turn_days")));
  const [minutes, increment, overtime] = ["minutes", "increment", "overtime"].map(typed);
  const time = Number(increment) ? `${minutes} + ${increment}` : texts.minutes.replace("{n}", minutes);
  return Number(overtime) ? texts.overtime.replace("{time}", time).replace("{n}", overtime) : time;
}

/** @returns {string[]} what is special about the room, and who may join */
function describeOptions() {
  return Object.entries(texts.words[valueOf("variant")] || {}).map(([name, words]) => {
    if (name === "late_members" && !isOfTeams()) return "";
    // The number of teams names them already. Guests have no switch for rated games.
    return name === "teams" || (name !== "rated" && !fieldOf(name)) ? "" : words[valueOf(name)];
  });
}

function showSummary() {
  const tiles = valueOf("edition") && labelOf("edition");
  const opponent = typed("opponent");
  const parts = [
    labelOf("variant"), describeSeats(), describeClock(), labelOf("language"), labelOf("lexicon"), tiles,
    ...describeOptions(), opponent && texts.invited.replace("{name}", () => `\u2068${opponent}\u2069`),
  ];
  const line = parts.filter(Boolean).join(" · ");
  // A line that stays the same is not read out again.
  if (summary.textContent !== line) summary.textContent = line;
}

// After form_choices.js, which changes other fields to what fits.
document.addEventListener("change", showSummary);
showSummary();
listenToName();
focusError(form);
