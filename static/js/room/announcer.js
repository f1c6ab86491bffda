// Announcements to screen readers. Each sentence is a new paragraph in a log, so that a screen
// reader reads them in turn and none replaces the one before it.
import { withLocalDates } from "../site/dates.js";
import { find, one } from "./page.js";

const KEPT = 8; // paragraphs; older ones have been read

/** @param {string} sentence */
export function announce(sentence) {
  if (!sentence.trim()) return;
  const log = one("#announcer");
  log.append(Object.assign(document.createElement("p"), { textContent: withLocalDates(sentence.trim()) }));
  while (log.children.length > KEPT) log.firstElementChild?.remove();
}

/** Show a message near the player's tiles; "" clears it.
 * @param {string} sentence @param {"info" | "warning" | "error"} [level] */
export function message(sentence, level = "error") {
  const box = find("#_message");
  if (box) {
    box.className = sentence ? `message ${level}` : "";
    box.textContent = sentence;
  }
  const echo = find("dialog[open] [data-echo]"); // the page's line is behind the dialog
  if (echo) echo.textContent = sentence;
  announce(sentence);
}

/** Return the text of an element for speech: words separated, blocks as sentences.
 * @param {Element} element */
export function toSpeech(element) {
  const blocks = [...element.querySelectorAll("h2, p, li")];
  const sentences = (blocks.length ? blocks : [element]).map((block) => words(block));
  return sentences.filter(Boolean).map((line) => (/[.!?…。؟:;,]["’”]?$/u.test(line) ? line : `${line}.`)).join(" ");
}

/** Return the text of an element, with a space between neighbouring parts; "" without an element.
 * @param {Node | null} node */
export function words(node) {
  if (!node) return "";
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push(walker.currentNode.textContent?.trim());
  return found.filter(Boolean).join(" ").replace(/ (?=[,.;:!?])/g, "");
}
