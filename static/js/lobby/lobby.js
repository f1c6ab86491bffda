// Keeps the lobby's lists up to date over a socket. Everyone receives the same lists; the filter
// decides what of them is shown.
import { LiveConnection } from "../chat/connection.js";
import { runAfterPress } from "../site/presses.js";
import { place } from "../site/swap_fragments.js";
import { fetchInTime } from "../site/timed_fetch.js";
import { applyFilter, fillFilter, listenFilter } from "./filter.js";

const stamp = () => (document.getElementById("_lists") || document.getElementById("_live"))?.dataset.stamp || "0";

const AGAIN = 5000; // ms after which a list that did not come is asked for again
let request = new AbortController();
let timer = 0;

listenFilter();
/** Load the list of followed people who are here, after one of them has come or gone. A newer request
 * takes the place of an older one, whose answer may be out of date. */
async function reloadOnline() {
  const shown = document.getElementById("_online")?.dataset;
  const online = document.getElementById("_bell")?.dataset.online;
  if (!shown || !online || online === shown.online) return;
  request.abort();
  clearTimeout(timer);
  const own = request = new AbortController();
  const html = await fetchInTime(shown.url || "", {}, own).then((answer) => (answer.ok ? answer.text() : null), () => null);
  if (own !== request) return;
  if (html === null) timer = window.setTimeout(reloadOnline, AGAIN);
  else runAfterPress(() => { if (own === request) place(html); });
}

document.addEventListener("playerupdate", () => { applyFilter(); reloadOnline(); });
new LiveConnection("/ws/lobby/", stamp, (html) => runAfterPress(() => {
  place(html);
  fillFilter();
  applyFilter();
  document.dispatchEvent(new CustomEvent("lobbyupdate"));
})).listen();
