// Graphs over the course of the game: a line marks the shown position, and a click on a graph goes
// to the position there. Works for any graph whose SVG has a "now" line with the ends of its
// course, also for graphs that are loaded later.
import { all } from "../room/page.js";

/** @param {HTMLElement} main @param {(step: number) => void} go */
export function listenToGraphs(main, go) {
  const last = Math.max(1, Number(main.dataset.last));
  const follow = () => {
    for (const now of all(".curve .now")) {
      const { left, right } = now.dataset;
      const x = Number(left) + ((Number(right) - Number(left)) * Number(main.dataset.step)) / last;
      now.setAttribute("x1", String(x));
      now.setAttribute("x2", String(x));
    }
  };
  main.addEventListener("record:step", follow);
  main.addEventListener("htmx:load", follow);
  main.addEventListener("click", (event) => {
    const svg = /** @type {SVGSVGElement | null} */ (/** @type {Element} */ (event.target).closest("svg.curve:has(.now)"));
    const now = /** @type {SVGElement | null} */ (svg?.querySelector(".now"));
    if (!svg || !now) return;
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
    const [left, right] = [Number(now.dataset.left), Number(now.dataset.right)];
    go(Math.round(((x - left) / (right - left)) * last));
  });
  follow();
}
