// Which position a button, a key or an address means. Independent of the page.

/** Return the step that a button leads to.
 * @param {number} step @param {string} target "first", "previous", "next" or "last" @param {number} last */
export function stepFrom(step, target, last) {
  if (target === "first") return 0;
  if (target === "last") return last;
  return Math.min(Math.max(step + (target === "next" ? 1 : -1), 0), last);
}

/** Return what a key means here; "" where it belongs to a field or to something that scrolls.
 * @param {Pick<KeyboardEvent, "key" | "target" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">} event */
export function targetOf({ key, target, altKey, ctrlKey, metaKey, shiftKey }) {
  if (altKey || ctrlKey || metaKey || shiftKey) return "";
  if (/** @type {HTMLElement} */ (target).closest("input, select, textarea, dialog, [contenteditable]")) return "";
  /** @type {Record<string, string>} */
  const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
  return keys[key] ?? "";
}

/** Return the position of an address: its "#12", else its "?move=12", else the last position.
 * @param {string} href @param {number} last */
export function readAddress(href, last) {
  const url = new URL(href);
  const move = url.hash.slice(1) || url.searchParams.get("move") || "";
  return /^[0-9]{1,6}$/.test(move) ? Math.min(Number(move), last) : last;
}

/** Return the address of a position on the same page.
 * @param {string} href @param {number} step */
export function addressOf(href, step) {
  const url = new URL(href);
  url.search = "";
  url.hash = `#${step}`;
  return url.href;
}
