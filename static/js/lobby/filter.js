// The filter of the lobby's lists: which rooms are shown. The address holds it, the browser
// remembers it, and it also applies to every update that is pushed.
import { choosePlural } from "../site/plurals.js";

const KEPT = "filter";

/** @typedef {[name: string, label: string, facets: [value: string, label: string][], chosen: string]} Offer */

/** @returns {HTMLSelectElement[]} */
const fields = () => [...document.querySelectorAll("#filter select")]
  .map((field) => /** @type {HTMLSelectElement} */ (field));

/** @returns {Record<string, string>} what is chosen, by field */
function chosen() {
  return Object.fromEntries(fields().filter((field) => field.value)
    .map((field) => [field.dataset.facet || "", field.value]));
}

/** Return whether a room matches the filter. A language also stands for its regions. Pure.
 * @param {Record<string, string | undefined>} room its value in each field
 * @param {Record<string, string>} wanted */
export function fits(room, wanted) {
  return Object.entries(wanted).every(([name, value]) => room[name] === value
    || (name === "language" && room[name]?.split("-")[0] === value));
}

/** @param {string} [text] */
const words = (text) => (text || "").split(" ").filter(Boolean);

/** Show the rooms that match. Hide the viewer's own rooms, which have a list to themselves, and
 * rooms of people who are blocked. */
export function applyFilter() {
  const wanted = chosen();
  const own = new Set([...document.querySelectorAll("#_mine [data-code]")]
    .map((entry) => /** @type {HTMLElement} */ (entry).dataset.code));
  const blocked = new Set(words(document.getElementById("_mine")?.dataset.blocked));
  let left = 0;
  for (const found of document.querySelectorAll(":is(#_lists, #_live) [data-code]")) {
    const entry = /** @type {HTMLElement} */ (found);
    const room = Object.fromEntries(fields().map(({ dataset: { facet = "" } }) =>
      [facet, entry.getAttribute(`data-facet-${facet}`) || undefined]));
    const good = fits(room, wanted);
    entry.hidden = !good || own.has(entry.dataset.code) || words(entry.dataset.people).some((one) => blocked.has(one));
    left += Number(!good);
  }
  const featured = document.getElementById("_featured");
  if (featured) featured.hidden = words(featured.dataset.people).some((one) => blocked.has(one));
  const ownGame = own.has(featured?.dataset.code) && featured?.querySelector("[data-own]");
  if (ownGame instanceof HTMLElement) ownGame.textContent = ownGame.dataset.own || "";
  showCount(left, Object.keys(wanted).length > 0);
}

/** @param {number} left rooms that do not fit @param {boolean} filtered */
function showCount(left, filtered) {
  const output = /** @type {HTMLOutputElement} */ (document.querySelector("#filter output"));
  const forms = choosePlural(output.dataset.left || "", left);
  output.textContent = left ? forms.replace("{n}", String(left)) : "";
  /** @type {HTMLElement} */ (document.querySelector("[data-clear-filter]")).hidden = !filtered;
}

/** Fill the fields with the values that rooms have now, and with what is chosen. */
export function fillFilter() {
  /** @type {Offer[]} */
  const offers = JSON.parse(document.getElementById("_offers")?.textContent || "[]");
  for (const [name, , facets] of offers) {
    const field = fields().find(({ dataset }) => dataset.facet === name);
    if (field) fill(field, facets);
  }
}

/** @param {HTMLSelectElement} field @param {[string, string][]} facets */
function fill(field, facets) {
  const { value } = field;
  const known = new Map([...field.options].map((option) => [option.value, option.text]));
  const offered = new Map([["", known.get("") || ""], ...facets]);
  if (value && !offered.has(value)) offered.set(value, known.get(value) || value);
  const label = field.closest("label");
  if (label) label.hidden = offered.size < 3 && !value;
  if ([...offered.keys()].join() === [...known.keys()].join()) return;
  field.replaceChildren(...[...offered].map(([key, text]) => new Option(text, key, false, key === value)));
}

/** Start with the filter of the address, or else with the one chosen last. */
function recall() {
  const address = new URLSearchParams(location.search);
  if (fields().some(({ dataset }) => address.has(dataset.facet || ""))) return;
  /** @type {Record<string, string>} */
  const kept = JSON.parse(localStorage.getItem(KEPT) || "{}");
  for (const field of fields()) {
    const value = kept[field.dataset.facet || ""] || "";
    if (value && ![...field.options].some((option) => option.value === value)) field.add(new Option(value, value));
    field.value = value;
  }
}

function keep() {
  const wanted = chosen();
  const query = new URLSearchParams(wanted).toString();
  history.replaceState(null, "", location.pathname + (query && `?${query}`));
  try {
    localStorage.setItem(KEPT, JSON.stringify(wanted));
  } catch { /* private windows may refuse: it lasts for this page */ }
}

export function listenFilter() {
  try {
    recall();
  } catch { /* nothing readable was stored */ }
  fillFilter();
  if (location.pathname === "/") keep();
  applyFilter();
  // Open once: an update must not open again what the visitor has closed.
  const fold = document.getElementById("filter")?.closest("details");
  if (fold && Object.keys(chosen()).length) fold.open = true;
  document.addEventListener("change", ({ target }) => {
    if (/** @type {HTMLElement} */ (target).closest("#filter")) { keep(); applyFilter(); }
  });
  document.querySelector("[data-clear-filter]")?.addEventListener("click", () => {
    for (const field of fields()) field.value = "";
    fillFilter();
    keep();
    applyFilter();
    fields().find((field) => !field.closest("label")?.hidden)?.focus();
  });
}
