// Shares the result without the answer: by the device's share menu, or else as copied text.
import { one } from "../room/page.js";

const SHOWN = 1600; // ms the button says "copied"

/** @param {HTMLElement} button */
export async function share(button) {
  const text = `${one("#shared").textContent?.trim()}\n${location.href}`;
  if (matchMedia("(pointer: coarse)").matches && navigator.share) {
    await navigator.share({ text }).catch(() => {}); // the visitor may cancel
    return;
  }
  const label = /** @type {HTMLElement} */ (button.querySelector("span"));
  const before = label.dataset.label ??= label.textContent || ""; // also where it was pressed a moment ago
  try {
    await navigator.clipboard.writeText(text);
  } catch { // no clipboard without TLS
    const field = /** @type {HTMLTextAreaElement} */ (one("#shared"));
    field.value = text;
    field.select();
    document.execCommand("copy");
  }
  label.textContent = button.dataset.done || before;
  setTimeout(() => { label.textContent = before; }, SHOWN);
}
