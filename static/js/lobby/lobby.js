// The lobby's lists are renewed while somebody looks at them: what has not changed is left alone, and
// the focus stays on the entry it was on.

const LISTS = "#lists, #notices";

/** @type {{ list: string, entry: string, section: string } | null} where the focus was */
let held = null;

/** @param {string} attribute @param {string | null | undefined} value */
const having = (attribute, value) => `[${attribute}="${CSS.escape(value || "")}"]`;

document.addEventListener("htmx:beforeSwap", (event) => {
  const list = /** @type {HTMLElement} */ (event.target);
  if (!list.matches(LISTS)) return;
  const page = new DOMParser().parseFromString(event.detail.serverResponse, "text/html");
  const offered = page.getElementById(list.id);
  if (offered?.innerHTML === list.innerHTML) event.detail.shouldSwap = false;
  else hold(list);
});
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const list = /** @type {HTMLElement} */ (event.detail.target);
  if (!list.matches(LISTS)) return;
  if (event.detail.fragment.firstElementChild?.innerHTML === list.innerHTML) event.preventDefault();
  else hold(list);
});
document.addEventListener("htmx:afterSwap", restore);
document.addEventListener("htmx:wsAfterMessage", restore);

/** @param {HTMLElement} list that is about to be replaced */
function hold(list) {
  const active = document.activeElement;
  if (!active || !list.contains(active)) return;
  held = {
    list: `#${list.id}`,
    entry: having("href", active.getAttribute("href")),
    section: having("aria-labelledby", active.closest("section")?.getAttribute("aria-labelledby")),
  };
}

/** To the same entry where it was, else where it went, else to the head of its section. */
function restore() {
  if (!held || document.activeElement !== document.body) return;
  const { list, entry, section } = held;
  const places = [`${list} ${section} ${entry}`, `${list} ${entry}`, `${list} ${section} h2`, list];
  const found = places.map((place) => /** @type {HTMLElement | null} */ (document.querySelector(place))).find(Boolean);
  held = null;
  if (found && !found.matches("a")) found.tabIndex = -1;
  found?.focus({ preventScroll: true });
}
