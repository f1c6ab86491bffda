// The buttons of the turn. One that is not open now stays where it is and can hold the focus, so who
// has just pressed it is not thrown off the page.
import { all, maybe, one } from "./page.js";
import { write } from "./written.js";

/** @param {import("./painter.js").Painter} painter */
export function paintActs({ room, table, can, score, lawful }) {
  const laid = table.laid.length;
  const written = write(table);
  /** @type {Record<string, boolean>} */
  const open = { shuffle: true, sort: !laid, play: can.includes("play") && !!written && "tiles" in written };
  for (const button of all("[data-verb]", room)) {
    const verb = button.dataset.verb || "";
    button.setAttribute("aria-disabled", String(!(open[verb] ?? can.includes(verb))));
  }
  for (const button of all(".hinter", room)) {
    button.hidden = !can.includes(button.dataset.verb || "") || room.dataset.phase === "over";
  }
  const accept = maybe("[data-verb=accept]", room);
  if (accept) swap(accept, one("[data-verb=play]"), can.includes("accept"));
  if (!maybe("[data-verb=shuffle]", room)) return;
  one("[data-verb=shuffle] .one").hidden = laid > 0;
  one("[data-verb=shuffle] .two").hidden = !laid;
  one(".gain").textContent = laid && score !== null && lawful ? String(score) : "";
}

/** @param {HTMLElement} button */
export function isOpen(button) { return button.getAttribute("aria-disabled") !== "true"; }

/** Show one of two buttons that share a place; the focus goes along.
 * @param {HTMLElement} first @param {HTMLElement} second @param {boolean} isFirst */
function swap(first, second, isFirst) {
  const [shown, gone] = isFirst ? [first, second] : [second, first];
  const focused = document.activeElement === gone;
  shown.hidden = false;
  if (focused) shown.focus();
  gone.hidden = true;
}
