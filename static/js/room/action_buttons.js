// The buttons of the turn. A disabled button keeps its place and can keep the focus, so that a
// keyboard user who has just pressed it does not lose their place on the page.
import { all, maybe, one } from "./page.js";
import { write } from "./notation.js";

/** @param {import("./painter.js").Painter} painter */
export function paintActionButtons({ room, table, actions, score, lawful }) {
  const laid = table.laid.length;
  const written = write(table);
  /** @type {Record<string, boolean>} */
  const open = { shuffle: true, sort: !laid, play: actions.includes("play") && !!written && "tiles" in written };
  for (const button of all("[data-action]", room)) {
    const action = button.dataset.action || "";
    button.setAttribute("aria-disabled", String(!(open[action] ?? actions.includes(action))));
  }
  for (const button of all("[data-action=hint], [data-action=reply]")) {
    button.hidden = !actions.includes(button.dataset.action || "") || room.dataset.phase === "over";
  }
  const accept = maybe("[data-action=accept]", room);
  if (accept) swap(accept, one("[data-action=play]"), actions.includes("accept"));
  if (!maybe("[data-action=shuffle]", room)) return;
  one("[data-action=shuffle] .one").hidden = laid > 0;
  one("[data-action=shuffle] .two").hidden = !laid;
  one("[data-action=play]").classList.toggle("invalid", laid > 0 && score !== null && !lawful);
  one(".play-score").textContent = laid && score !== null && lawful ? String(score) : "";
}

/** @param {HTMLElement} button */
export function isOpen(button) { return button.getAttribute("aria-disabled") !== "true"; }

/** Show one of two buttons that share a place, and move the focus with it.
 * @param {HTMLElement} first @param {HTMLElement} second @param {boolean} isFirst */
function swap(first, second, isFirst) {
  const [shown, gone] = isFirst ? [first, second] : [second, first];
  const focused = document.activeElement === gone;
  shown.hidden = false;
  if (focused) shown.focus();
  gone.hidden = true;
}
