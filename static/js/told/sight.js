// Whether some page of the site can be seen in this browser. Every page that can holds its part of a
// lock that all may share: it falls with the page, however that ends. Without locks, which want HTTPS,
// a page knows of itself alone.
const LOCK = "watched";
let leave = () => {};

export function listenToSight() {
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
