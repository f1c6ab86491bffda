// Replaces parts of the page with pushed ones of the same ids. Unchanged parts are left alone, and
// the focus stays on the entry it was on.

/** @param {string} html parts one after another
 * @returns {boolean} whether it has changed anything */
export function place(html) {
  const pushed = new DOMParser().parseFromString(html, "text/html");
  let isChanged = false;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (pushed.querySelectorAll("[id^=_]"))) {
    const old = document.getElementById(part.id);
    if (!old) continue;
    isChanged ||= !isSame(old, part) || Object.entries(part.dataset).some(([name, value]) => old.dataset[name] !== value);
    if (isSame(old, part)) Object.assign(old.dataset, part.dataset);
    else swap(old, part);
  }
  return isChanged;
}

// Fields of forms that differ each time a page is rendered; those of the old part are still good.
const RENEWED = /<input[^>]* name="(?:csrfmiddlewaretoken|key)"[^>]*>/g;

/** Return whether two parts show the same.
 * @param {Element} old @param {Element} part */
function isSame(old, part) {
  return old.innerHTML === part.innerHTML || old.innerHTML.replace(RENEWED, "") === part.innerHTML.replace(RENEWED, "");
}

/** @param {Element} old @param {Element} part */
function swap(old, part) {
  if (old.matches("[role=status]")) return fill(old, part);
  const held = document.activeElement;
  const places = held && old.contains(held) ? find(held, part.id) : [];
  old.replaceWith(part);
  const found = places.map((each) => /** @type {HTMLElement | null} */ (document.querySelector(each))).find(Boolean);
  if (found && !found.matches("a, button, input, select, textarea")) found.tabIndex = -1;
  found?.focus({ preventScroll: true });
}

/** Put a new text into a live region, which is read only if it was there before.
 * @param {Element} old @param {Element} part */
function fill(old, part) {
  for (const { name, value } of part.attributes) old.setAttribute(name, value);
  old.replaceChildren(...part.childNodes);
}

/** Return selectors for the element to focus, the best first: the element with the same id, the same entry in its old
 * section, the entry wherever it has moved, the heading of its section or of the part, the part itself.
 * @param {Element} held @param {string} id */
function find(held, id) {
  const same = held.id && `#${id} #${CSS.escape(held.id)}`;
  const entry = ["href", "data-bell-url", "data-pace", "data-frame"].map((name) => selectAttribute(name, held.getAttribute(name))).find(Boolean) || "";
  const section = selectAttribute("aria-labelledby", held.closest("[aria-labelledby]")?.getAttribute("aria-labelledby"));
  return [same, `#${id} ${section} ${entry}`, `#${id} ${entry}`, `#${id} ${section} h2`, `#${id} h2`, `#${id}`]
    .filter(Boolean).map((each) => each.trim());
}

/** @param {string} attribute @param {string | null | undefined} value */
function selectAttribute(attribute, value) { return value == null ? "" : `[${attribute}="${CSS.escape(value)}"]`; }
