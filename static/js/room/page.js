// The page as the other modules meet it: its elements and its sentences.

/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement} */
export const one = (selector, within = document) =>
  /** @type {HTMLElement} */ (within.querySelector(selector));
/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement | null} */
export const maybe = (selector, within = document) => within.querySelector(selector);
/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement[]} */
export const all = (selector, within = document) => [...within.querySelectorAll(selector)]
  .map((element) => /** @type {HTMLElement} */ (element));

/** The page's sentences, translated by the server.
 * @param {string} name @param {Record<string, string | number>} [values] */
export function text(name, values = {}) {
  const said = one("#texts").dataset[name] || "";
  return said.replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
}
