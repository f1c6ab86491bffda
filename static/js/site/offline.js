// The offline page: checks ever more rarely whether the site can be reached, then loads the page
// that was asked for.
const [FIRST, LONGEST] = [2000, 30000];
let pause = FIRST;
let waiting = 0;

async function look() {
  clearTimeout(waiting);
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (answer.ok) return leave();
  } catch { /* still offline */ }
  waiting = window.setTimeout(look, pause);
  pause = Math.min(2 * pause, LONGEST);
}

function leave() {
  if (location.pathname === document.body.dataset.offline) location.replace("/");
  else location.reload();
}

function lookNow() {
  pause = FIRST;
  look();
}

document.querySelector("[data-again]")?.addEventListener("click", lookNow);
window.addEventListener("online", lookNow);
document.addEventListener("visibilitychange", () => { if (!document.hidden) lookNow(); });
look();
