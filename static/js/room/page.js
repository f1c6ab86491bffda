// Shared access to the page: its elements and its sentences.
import { choosePlural } from "../site/plurals.js";

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thaana}\p{Script=Syriac}\p{Script=Nko}]/u;

/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement} */
export const one = (selector, within = document) =>
  /** @type {HTMLElement} */ (within.querySelector(selector));
/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement | null} */
export const find = (selector, within = document) => within.querySelector(selector);
/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement[]} */
export const all = (selector, within = document) => [...within.querySelectorAll(selector)]
  .map((element) => /** @type {HTMLElement} */ (element));

/** Return a sentence of the page, translated by the server, in the form for the number `n`.
 * @param {string} name @param {Record<string, string | number>} [values] */
export function text(name, values = {}) {
  const template = choosePlural(one("#texts").dataset[name] || "", Number(values.n));
  return template.replace(/\{(\w+)\}/g, (_, key) => isolate(figure(values[key])));
}

/** Format a number, with a true minus sign.
 * @param {string | number} value */
export function figure(value) {
  if (typeof value !== "number") return value;
  // In right-to-left pages a mark keeps the sign in front.
  return (value < 0 && document.dir === "rtl" ? "\u200e" : "") + String(value).replace("-", "−");
}

/** Prepare a name or letter for a sentence. Right-to-left text is wrapped in Unicode isolates, so
 * that it does not reorder the characters around it.
 * @param {string} name */
export function isolate(name) { return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name; }
