// The player's own games: the list updates when something happens in one of them.
import { runAfterPress } from "../site/presses.js";
import { place } from "../site/swap_fragments.js";
import { fetchInTime } from "../site/timed_fetch.js";

const PAUSE = 5000; // ms until a failed request is repeated

let request = new AbortController();
let again = 0;

/** Load the list. A newer request takes the place of an older one, whose answer may be out of date. */
async function follow() {
  if (!document.getElementById("_my_games")) return;
  request.abort();
  clearTimeout(again);
  const own = request = new AbortController();
  try {
    const answer = await fetchInTime(location.href, {}, own);
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    runAfterPress(() => { if (own === request) place(page.getElementById("_my_games")?.outerHTML || ""); });
  } catch {
    if (own === request) again = window.setTimeout(follow, PAUSE);
  }
}

document.addEventListener("playerupdate", follow);
