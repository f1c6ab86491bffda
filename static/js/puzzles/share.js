// Shows others how it went, without the answer: by the device's own way, else to be pasted.
import { one } from "../room/page.js";

const SHOWN = 1600; // ms the button says that it was copied

/** @param {HTMLElement} button */
export async function share(button) {
  const text = `${one("#shared").textContent?.trim()}\n${location.href}`;
  if (matchMedia("(pointer: coarse)").matches && navigator.share) {
    await navigator.share({ text }).catch(() => {}); // not to share is no fault
    return;
  }
  const label = /** @type {HTMLElement} */ (button.querySelector("span"));
  const said = label.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch { // no clipboard without TLS
    const field = /** @type {HTMLTextAreaElement} */ (one("#shared"));
    field.value = text;
    field.select();
    document.execCommand("copy");
  }
  label.textContent = button.dataset.done || said;
  setTimeout(() => { label.textContent = said; }, SHOWN);
}
