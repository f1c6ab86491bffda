// The form for a new room: one line sums up what is chosen, and a refusal takes the focus.
import { listenToName } from "./name_field.js";
import { focusError } from "./refusal.js";
import { choosePlural } from "../site/plurals.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("room-form"));
const summary = /** @type {HTMLElement} */ (document.getElementById("room-summary"));
const SUMMARY_FIELDS = ["variant", "seats", "clock", "lexicon", "challenge"];

/** @param {string} name @returns {string} the choice made in a field, in words */
function describe(name) {
  const label = labelOf(name);
  if (name !== "seats" || !label) return label;
  return choosePlural(summary.dataset.seats || "", Number(label)).replace("{n}", label);
}

/** @param {string} name @returns {string} the label of the choice made in a field */
function labelOf(name) {
  const field = form.querySelector(`[data-field="${name}"]`);
  if (!field || /** @type {HTMLElement} */ (field).hidden) return "";
  const list = field.querySelector("select");
  if (list) return list.selectedOptions[0]?.text || "";
  return field.querySelector("label:has(:checked)")?.textContent?.trim() || "";
}

function showSummary() {
  summary.textContent = SUMMARY_FIELDS.map(describe).filter(Boolean).join(" · ");
}

form.addEventListener("change", showSummary);
showSummary();
listenToName();
focusError(form);
