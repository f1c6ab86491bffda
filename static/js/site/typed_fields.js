// Keeps what was typed into a page, and the focus, while the page is loaded again (event "outdated").
const STORED = "typed";
const SENT_AT_ONCE = "[data-switch], [data-sounds], #colour-dialog"; // nothing in these is unsent

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

/** What was typed into fields that are not there yet: dialogs that the server fills when they open.
 * @type {Map<string, string | boolean>} */
let missing = new Map();

/** Return all fields by name. Those that two forms share are numbered.
 * @returns {Map<string, Field>} */
function findFields() {
  const selector = "input:not([type=password], [type=hidden], [type=file]), textarea, select";
  /** @type {Map<string, Field>} */
  const found = new Map();
  for (const field of /** @type {NodeListOf<Field>} */ (document.querySelectorAll(selector))) {
    if (field.closest(SENT_AT_ONCE)) continue;
    let name = nameOf(field);
    while (found.has(name)) name += "+";
    found.set(name, field);
  }
  return found;
}

/** @param {Field} field */
function nameOf(field) {
  const form = ["id", "action", "hx-post", "data-command"].map((name) => field.form?.getAttribute(name));
  return [...form, field.id, field.name, isBox(field) ? field.value : ""].join(" ");
}

/** @param {Field} field @returns {field is HTMLInputElement} */
function isBox(field) { return field.matches("[type=checkbox], [type=radio]"); }

/** @param {Field} field */
const read = (field) => (isBox(field) ? field.checked : field.value);

/** @param {Field} field */
function isTyped(field) {
  if (field instanceof HTMLSelectElement) return [...field.options].some((one) => one.selected !== one.defaultSelected);
  return isBox(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

function keep() {
  const focused = document.activeElement;
  const typed = [...findFields()].filter(([, field]) => isTyped(field) || field === focused);
  const focus = typed.find(([, field]) => field === focused)?.[0];
  const values = [...missing, ...typed.map(([name, field]) => [name, read(field)])];
  try {
    sessionStorage.setItem(STORED, JSON.stringify({ page: location.pathname, values, focus }));
  } catch { /* without storage it is lost */ }
}

function restore() {
  let kept = /** @type {any} */ ({});
  try {
    kept = JSON.parse(sessionStorage.getItem(STORED) || "{}");
    sessionStorage.removeItem(STORED);
  } catch { /* nothing was kept */ }
  if (kept.page !== location.pathname) return;
  missing = new Map(kept.values);
  fill();
  findFields().get(kept.focus)?.focus({ preventScroll: true });
  if (missing.size) new MutationObserver(fill).observe(document.body, { childList: true, subtree: true });
}

/** Fill the fields that are on the page with what was typed into them. */
function fill() {
  if (!missing.size) return;
  for (const [name, field] of findFields()) {
    const value = missing.get(name);
    if (!missing.delete(name) || value === undefined || read(field) === value) continue;
    if (isBox(field)) field.checked = !!value;
    else field.value = String(value);
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

document.addEventListener("outdated", keep);
document.addEventListener("DOMContentLoaded", restore); // the page's scripts have run
