// Keeps the device's screen on while the page is in front, in browsers that can do so.

/** Ask for the screen to stay on, again each time the page comes to the front: a browser ends the
 * lock of a page that is hidden. */
export function keepAwake() {
  ask();
  document.addEventListener("visibilitychange", ask);
}

async function ask() {
  if (document.visibilityState !== "visible") return;
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // The battery is low, or the browser does not allow it: the screen may go dark.
  }
}
