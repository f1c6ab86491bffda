// Whether any page of the site is visible in this browser. Every visible page holds a shared Web
// Lock, which the browser releases when the page ends, even after a crash. Without locks, which
// need HTTPS, a page knows only about itself.
const LOCK = "watched";
let leave = () => {};

export function listenToVisibility() {
  document.addEventListener("visibilitychange", hold);
  hold();
}

function hold() {
  leave();
  if (document.visibilityState !== "visible") return;
  const held = new Promise((done) => { leave = () => done(undefined); });
  navigator.locks?.request(LOCK, { mode: "shared" }, () => held);
}

export async function isWatched() {
  if (document.visibilityState === "visible") return true;
  const locks = await navigator.locks?.query();
  return !!locks?.held?.some(({ name }) => name === LOCK);
}
