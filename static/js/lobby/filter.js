// The filter of the lobby's lists: which rooms are shown. It stands in the address, is remembered, and
// holds for everything that is pushed.

const KEPT = "filter";

/** @typedef {[name: string, label: string, facets: [value: string, label: string][], chosen: string]} Offer */

/** @returns {HTMLSelectElement[]} */
const fields = () => [...document.querySelectorAll("#filter select")]
  .map((field) => /** @type {HTMLSelectElement} */ (field));

/** @returns {Record<string, string>} what is chosen, by field */
function chosen() {
  return Object.fromEntries(fields().filter((field) => field.value)
    .map((field) => [field.dataset.only || "", field.value]));
}

/** Whether a room fits: pure.
 * @param {Record<string, string | undefined>} room its value in each field
 * @param {Record<string, string>} wanted */
export function fits(room, wanted) {
  return Object.entries(wanted).every(([name, value]) => room[name] === value);
}

/** Show what fits and is not one's own: that stands in a list of its own. */
export function applyFilter() {
  const wanted = chosen();
  const own = new Set([...document.querySelectorAll("#_mine [data-code]")]
    .map((entry) => /** @type {HTMLElement} */ (entry).dataset.code));
  let left = 0;
  for (const found of document.querySelectorAll("#_lists [data-code]")) {
    const entry = /** @type {HTMLElement} */ (found);
    const room = Object.fromEntries(fields().map(({ dataset: { only = "" } }) =>
      [only, entry.getAttribute(`data-only-${only}`) || undefined]));
    const good = fits(room, wanted);
    entry.hidden = !good || own.has(entry.dataset.code);
    left += Number(!good);
  }
  tellLeft(left, Object.keys(wanted).length > 0);
}

/** @param {number} left rooms that do not fit @param {boolean} filtered */
function tellLeft(left, filtered) {
  const said = /** @type {HTMLOutputElement} */ (document.querySelector("#filter output"));
  const { one = "", left: more = "" } = said.dataset;
  said.textContent = left ? (left === 1 ? one : more).replace("{n}", String(left)) : "";
  /** @type {HTMLElement} */ (document.querySelector("[data-unfilter]")).hidden = !filtered;
}

/** Offer what there is, and what is chosen. */
export function fillFilter() {
  /** @type {Offer[]} */
  const offers = JSON.parse(document.getElementById("_offers")?.textContent || "[]");
  for (const [name, , facets] of offers) {
    const field = fields().find(({ dataset }) => dataset.only === name);
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

/** Begin with the address, or else with what was chosen last time. */
function recall() {
  const address = new URLSearchParams(location.search);
  if (fields().some(({ dataset }) => address.has(dataset.only || ""))) return;
  /** @type {Record<string, string>} */
  const kept = JSON.parse(localStorage.getItem(KEPT) || "{}");
  for (const field of fields()) {
    const value = kept[field.dataset.only || ""] || "";
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
  } catch { /* private windows may refuse: chosen for this page only */ }
}

export function listenFilter() {
  try {
    recall();
  } catch { /* nothing that can be read was kept */ }
  fillFilter();
  if (location.pathname === "/") keep();
  applyFilter();
  document.addEventListener("change", ({ target }) => {
    if (/** @type {HTMLElement} */ (target).closest("#filter")) { keep(); applyFilter(); }
  });
  document.querySelector("[data-unfilter]")?.addEventListener("click", () => {
    for (const field of fields()) field.value = "";
    fillFilter();
    keep();
    applyFilter();
    fields().find((field) => !field.closest("label")?.hidden)?.focus();
  });
}
