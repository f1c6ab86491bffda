// Every page: its dates in the reader's time zone, also in parts that arrive later, and what was typed
// into it before it was loaded again.
import { showDates, withLocalDates } from "./dates.js";
import "./typed_fields.js";

new MutationObserver((changes) => {
  for (const { addedNodes } of changes) {
    for (const node of addedNodes) if (node instanceof Element) showDates(node);
  }
}).observe(document.body, { childList: true, subtree: true });
showDates(document);
document.title = withLocalDates(document.title);
