// The admin's lists and read-only fields: Django writes their dates as text, in UTC.
import { withLocalDates } from "./dates.js";

const SHOWN = "#result_list td, #result_list th, #change-history td, #change-history th, .readonly";

for (const cell of document.querySelectorAll(SHOWN)) {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = /** @type {Text} */ (texts.currentNode);
    if (text.parentElement?.closest("time, textarea")) continue;
    const said = withLocalDates(text.data);
    if (said !== text.data) text.data = said;
  }
}
