// Animates scores up or down to their new value, so that stolen points are seen on both sides.
import { all, figure } from "./page.js";

const DURATION = 700; // ms

/** @type {Record<string, number>} by seat */
const scores = {};

/** @param {number[] | null} [then] scores of a past position, by seat */
export function animateScores(then = null) {
  const still = !!then || matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (const element of all("#_seats .score")) {
    const seat = element.dataset.seat || "";
    const to = then?.[Number(seat)] ?? Number(element.dataset.score);
    const from = scores[seat] ?? to;
    scores[seat] = to;
    if (from !== to && !still) run(element, from, to);
    else if (then || from !== to) element.textContent = figure(to);
  }
}

/** @param {HTMLElement} element @param {number} from @param {number} to */
function run(element, from, to) {
  const begun = performance.now();
  const step = (/** @type {number} */ now) => {
    if (scores[element.dataset.seat || ""] !== to) return;
    const part = Math.min(1, Math.max(0, now - begun) / DURATION);
    element.textContent = figure(Math.round(from + (to - from) * (1 - (1 - part) ** 3)));
    if (part < 1 && element.isConnected) requestAnimationFrame(step);
  };
  element.textContent = figure(from);
  requestAnimationFrame(step);
}
