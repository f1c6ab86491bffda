// Every page: its dates in the reader's time zone, also in parts that arrive later, and what was typed
// into it before it was loaded again. A cookie tells the server the zone, for e-mails and for the dates
// of the next page.
import { showDates, withLocalDates } from "./dates.js";
import "./typed_fields.js";

new MutationObserver((changes) => {
  for (const { addedNodes } of changes) {
    for (const node of addedNodes) if (node instanceof Element) showDates(node);
  }
}).observe(document.body, { childList: true, subtree: true });
showDates(document);
document.title = withLocalDates(document.title);

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && !document.cookie.split("; ").includes(`timezone=${zone}`)) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `timezone=${zone}; path=/; max-age=31536000; samesite=lax${secure}`;
}
