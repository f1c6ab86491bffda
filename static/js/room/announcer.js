// What is said aloud. Each sentence is a paragraph more in a log, so a screen reader reads one after
// the other and none swallows the one before it.
import { one } from "./page.js";

const KEPT = 8; // paragraphs; older ones have long been read

/** @param {string} said */
export function announce(said) {
  if (!said.trim()) return;
  const log = one("#announcer");
  log.append(Object.assign(document.createElement("p"), { textContent: said.trim() }));
  while (log.children.length > KEPT) log.firstElementChild?.remove();
}

/** Say something where the player looks; "" clears it.
 * @param {string} said @param {"info" | "warning" | "error"} [level] */
export function message(said, level = "error") {
  const box = one("#_message");
  box.className = said ? `message ${level}` : "";
  box.textContent = said;
  announce(said);
}

/** An element's words as they are spoken: apart from each other, blocks as sentences.
 * @param {Element} element */
export function spoken(element) {
  const blocks = [...element.querySelectorAll("h2, p, li")];
  const said = (blocks.length ? blocks : [element]).map((block) => words(block));
  return said.filter(Boolean).map((line) => (/\p{P}$/u.test(line) ? line : `${line}.`)).join(" ");
}

/** An element's words, a space between those that stand beside each other.
 * @param {Node} node */
export function words(node) {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push(walker.currentNode.textContent?.trim());
  return found.filter(Boolean).join(" ").replace(/ (?=[,.;:!?])/g, "");
}
