// The clocks in the lists of the lobby and of the player's games. A list brings the time of each
// side when its clock last changed; the page counts down from there by the server's time, which it
// compared with its own when it loaded.
import { formatTime } from "../clock/clock_reading.js";

const EVERY = 500; // ms
const HOUR = 3600000; // ms

const serverTime = /** @type {HTMLElement | null} */ (document.querySelector("[data-now]"));
const ahead = serverTime ? Number(serverTime.dataset.now) - Date.now() : 0;

export function tick() {
  for (const time of document.querySelectorAll("time[data-left]")) {
    const { left, since } = /** @type {HTMLElement} */ (time).dataset;
    const spent = since ? Math.max(0, Date.now() + ahead - Number(since)) : 0;
    const text = formatTime(Math.max(Number(left) - spent, -HOUR));
    if (time.textContent !== text) time.textContent = text;
  }
}

setInterval(tick, EVERY);
tick();
