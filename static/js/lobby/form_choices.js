// Limits the lobby's forms to what exists for the chosen language and game. The page carries the
// lists as data; the server checks every choice again.

/** @typedef {HTMLOptionElement | HTMLInputElement} Choice */

/** @param {string} id @returns {any} data that the page carries */
const readData = (id) => JSON.parse(document.getElementById(id)?.textContent || "{}");
/** @type {Record<string, Record<string, string[]>>} values by field, by game; the default first */
const offers = readData("offers");
/** @type {Record<string, Record<string, string>>} language by value, by field */
const languages = readData("languages");
/** @type {Record<string, string[]>} the clocks allowed in a rated room, by game */
const ratedClocks = readData("rated-clocks");
const language = /** @type {HTMLSelectElement | null} */ (document.querySelector("select[name=language]"));

/** @param {ParentNode} form @param {string} name @returns {HTMLElement | null} */
const fieldOf = (form, name) => form.querySelector(`[data-field="${name}"]`);

/** Return the values in the chosen language and those without a language.
 * @param {string} name of the field @param {string[]} values */
const inLanguage = (name, values) => values.filter((value) =>
  !language || !languages[name]?.[value] || languages[name][value] === language.value);

/** Fit one form: its games to the language, its other fields to the game.
 * @param {HTMLElement} form */
function fit(form) {
  const games = fieldOf(form, "variant");
  const lexicons = (/** @type {string} */ game) => inLanguage("lexicon", offers[game]?.lexicon || []);
  if (!games) return;
  fitChoices(games, Object.keys(offers).filter((game) => lexicons(game).length), false);
  const chosen = choicesOf(games).find(isOn);
  for (const [name, values] of Object.entries(offers[chosen?.value || ""] || {})) {
    const field = fieldOf(form, name);
    const first = name === "lexicon" && form.dataset.fit ? [""] : [];
    if (field) fitChoices(field, [...first, ...inLanguage(name, values)], true);
  }
  fitClock(form, ratedClocks[chosen?.value || ""] || []);
}

/** Offer only clocks while the game is to be rated: rated games are never without one.
 * @param {HTMLElement} form @param {string[]} timed the clocks of a rated game */
function fitClock(form, timed) {
  const field = fieldOf(form, "clock");
  const rated = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=rated]"))?.checked;
  if (field) fitChoices(field, rated ? timed : choicesOf(field).map((choice) => choice.value), false);
}

/** @param {HTMLElement} field @param {string[]} values that may be chosen, the default first
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
  if (name === "language" || name === "rated" || name.endsWith("variant")) fitAll();
});
fitAll();
