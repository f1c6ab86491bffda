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
    isChanged ||= old.innerHTML !== part.innerHTML || Object.entries(part.dataset).some(([name, value]) => old.dataset[name] !== value);
    if (old.innerHTML === part.innerHTML) Object.assign(old.dataset, part.dataset);
    else swap(old, part);
  }
  return isChanged;
}

/** @param {Element} old @param {Element} part */
function swap(old, part) {
  const held = document.activeElement;
  const places = held && old.contains(held) ? find(held, part.id) : [];
  old.replaceWith(part);
  const found = places.map((each) => /** @type {HTMLElement | null} */ (document.querySelector(each))).find(Boolean);
  if (found && !found.matches("a, button, input, select, textarea")) found.tabIndex = -1;
  found?.focus({ preventScroll: true });
}

/** Find the element to focus: the one with the same id, the same entry in its old place, else wherever the entry has moved,
 * else the heading of its section.
 * @param {Element} held @param {string} id */
function find(held, id) {
  const same = held.id && `#${id} #${CSS.escape(held.id)}`;
  const entry = ["href", "data-bell-url", "data-pace"].map((name) => selectAttribute(name, held.getAttribute(name))).find(Boolean) || "";
  const section = selectAttribute("aria-labelledby", held.closest("[aria-labelledby]")?.getAttribute("aria-labelledby"));
  return [same, `#${id} ${section} ${entry}`, `#${id} ${entry}`, `#${id} ${section} h2`, `#${id} h2`, `#${id}`]
    .filter(Boolean).map((each) => each.trim());
}

/** @param {string} attribute @param {string | null | undefined} value */
function selectAttribute(attribute, value) { return value == null ? "" : `[${attribute}="${CSS.escape(value)}"]`; }
