// The lobby's forms show what goes with the chosen language and game, and nothing else. What that is
// the server has told; it checks every choice again.

/** @typedef {HTMLOptionElement | HTMLInputElement} Choice */

/** @param {string} id @returns {any} what the page was told */
const told = (id) => JSON.parse(document.getElementById(id)?.textContent || "{}");
/** @type {Record<string, Record<string, string[]>>} values by field, by game; the usual one first */
const offers = told("offers");
/** @type {Record<string, Record<string, string>>} language by value, by field */
const speaks = told("speaks");
const language = /** @type {HTMLSelectElement | null} */ (document.querySelector("select[name=language]"));

/** @param {ParentNode} form @param {string} name @returns {HTMLElement | null} */
const fieldOf = (form, name) => form.querySelector(`[data-field="${name}"]`);

/** Those that are in the chosen language, and those that are in none.
 * @param {string} name of the field @param {string[]} values */
const spoken = (name, values) => values.filter((value) =>
  !language || !speaks[name]?.[value] || speaks[name][value] === language.value);

/** Fit one form: its games to the language, everything else to the game.
 * @param {HTMLElement} form */
function fit(form) {
  const games = fieldOf(form, "variant");
  const lexicons = (/** @type {string} */ game) => spoken("lexicon", offers[game]?.lexicon || []);
  if (!games) return;
  fitChoices(games, Object.keys(offers).filter((game) => lexicons(game).length), false);
  const chosen = choicesOf(games).find(isOn);
  for (const [name, values] of Object.entries(offers[chosen?.value || ""] || {})) {
    const field = fieldOf(form, name);
    const first = name === "lexicon" && form.dataset.fit ? [""] : [];
    if (field) fitChoices(field, [...first, ...spoken(name, values)], true);
  }
}

/** @param {HTMLElement} field @param {string[]} values that may be chosen, the usual one first
 * @param {boolean} hides whether the others are hidden, and the field when it leaves no choice */
function fitChoices(field, values, hides) {
  const choices = choicesOf(field);
  for (const choice of choices) {
    choice.disabled = !values.includes(choice.value);
    const shown = choice instanceof HTMLOptionElement ? choice : choice.closest("label");
    if (hides) /** @type {HTMLElement} */ (shown).hidden = choice.disabled;
  }
  if (hides) field.hidden = values.filter((value) => value).length < 2 && !(values.includes("on"));
  const open = choices.filter((choice) => !choice.disabled);
  const first = open.find((choice) => choice.value === values[0]) || open[0];
  if (!first || field.matches(".switch") || open.some(isOn)) return;
  if (first instanceof HTMLOptionElement) first.selected = true;
  else first.checked = true;
}

/** @param {HTMLElement} field @returns {Choice[]} */
function choicesOf(field) {
  const list = field.querySelector("select");
  return list ? [...list.options] : [...field.querySelectorAll("input")];
}

/** @param {Choice} choice */
function isOn(choice) { return choice instanceof HTMLOptionElement ? choice.selected : choice.checked; }

function fitAll() {
  for (const form of document.querySelectorAll("[data-fit]")) fit(/** @type {HTMLElement} */ (form));
}

document.addEventListener("change", (event) => {
  const { name } = /** @type {HTMLInputElement} */ (event.target);
  if (name === "language" || name.endsWith("variant")) fitAll();
});
fitAll();
