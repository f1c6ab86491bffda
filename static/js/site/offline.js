// The offline page: checks ever more rarely whether the site can be reached, then loads the page
// that was asked for.
const [FIRST, LONGEST] = [2000, 30000];
let pause = FIRST;
let waiting = 0;
let checking = false;

/** Check whether the site can be reached, one check at a time. */
async function check() {
  clearTimeout(waiting);
  if (checking) return;
  checking = true;
  const found = await isReached();
  checking = false;
  if (found) return leave();
  waiting = window.setTimeout(check, pause);
  pause = Math.min(2 * pause, LONGEST);
}

/** Return whether the site and the page that was asked for can be reached: if only the page could
 * not, this one would load itself again and again.
 * @returns {Promise<boolean>} */
async function isReached() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (!answer.ok) return false;
    await fetch(wanted(), { method: "HEAD", cache: "no-store" });
    return true;
  } catch {
    return false; // still offline
  }
}

/** The address that was asked for. */
function wanted() { return location.pathname === document.body.dataset.offline ? "/" : location.href; }

function leave() {
  if (location.pathname === document.body.dataset.offline) location.replace("/");
  else location.reload();
}

function checkNow() {
  pause = FIRST;
  check();
}

document.querySelector("[data-again]")?.addEventListener("click", checkNow);
window.addEventListener("online", checkNow);
document.addEventListener("visibilitychange", () => { if (!document.hidden) checkNow(); });
check();
