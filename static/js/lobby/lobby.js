// Keeps the lobby's lists up to date over a socket. Everyone receives the same lists; the filter
// decides what of them is shown.
import { LiveConnection } from "../chat/connection.js";
import { runAfterPress } from "../site/presses.js";
import { place } from "../site/swap_fragments.js";
import { fetchInTime } from "../site/timed_fetch.js";
import { applyFilter, fillFilter, listenFilter } from "./filter.js";

const stamp = () => (document.getElementById("_lists") || document.getElementById("_live"))?.dataset.stamp || "0";

let request = new AbortController();

listenFilter();
/** Load the list of followed people who are here, after one of them has come or gone. A newer request
 * takes the place of an older one, whose answer may be out of date. */
async function reloadOnline() {
  const shown = document.getElementById("_online")?.dataset;
  const online = document.getElementById("_bell")?.dataset.online;
  if (!shown || !online || online === shown.online) return;
  request.abort();
  const own = request = new AbortController();
  try {
    const answer = await fetchInTime(shown.url || "", {}, own);
    if (!answer.ok) return;
    const html = await answer.text();
    runAfterPress(() => { if (own === request) place(html); });
  } catch { /* offline: the next change tries again */ }
}

document.addEventListener("playerupdate", () => { applyFilter(); reloadOnline(); });
new LiveConnection("/ws/lobby/", stamp, (html) => runAfterPress(() => {
  place(html);
  fillFilter();
  applyFilter();
  document.dispatchEvent(new CustomEvent("lobbyupdate"));
})).listen();
