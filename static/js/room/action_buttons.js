// The buttons of the turn. A disabled button keeps its place and can keep the focus, so that a
// keyboard user who has just pressed it does not lose their place on the page.
import { all, find, one } from "./page.js";
import { writePlay } from "./notation.js";

const GUARD_PAUSE = 600; // ms in which a button that has taken another's place accepts no press

/** Buttons that have just taken another's place, where a press may still be meant for that one.
 * @type {Set<HTMLElement>} */
const fresh = new Set();

/** The seat for which the rack is covered, "" if it is not; and until when its card takes no press. */
const cover = { seat: "", guardedUntil: 0 };

/** @param {import("./painter.js").Painter} painter */
export function paintActionButtons(painter) {
  const { room, table, actions, score, lawful } = painter;
  const accept = find("[data-action=accept]", room);
  if (accept) swap(painter, accept, one("[data-action=play]"), actions.includes("accept"));
  const laid = table.laid.length;
  const written = writePlay(table);
  /** @type {Record<string, boolean>} */
  const open = { shuffle: true, sort: !laid, play: actions.includes("play") && !!written && "tiles" in written };
  for (const button of all("[data-action]", room)) {
    const action = button.dataset.action || "";
    button.setAttribute("aria-disabled", String(!(open[action] ?? actions.includes(action)) || fresh.has(button)));
  }
  guardCover(painter);
  for (const button of all("[data-action=hint], [data-action=reply]")) {
    button.hidden = !actions.includes(button.dataset.action || "") || room.dataset.phase === "over";
  }
  if (!find("[data-action=shuffle]", room)) return;
  one("[data-action=shuffle] .one").hidden = laid > 0;
  one("[data-action=shuffle] .two").hidden = !laid;
  one("[data-action=play]").classList.toggle("invalid", laid > 0 && score !== null && !lawful);
  one(".play-score").textContent = laid && score !== null && lawful ? String(score) : "";
}

/** Ignore presses on the card that covers the rack at first: it appears where Play was, so a double
 * press would show the next player's tiles to the player who has just moved.
 * @param {import("./painter.js").Painter} painter */
function guardCover(painter) {
  const button = find("#_cover [data-post]", painter.room);
  const seat = button?.dataset.seat ?? "";
  if (seat && seat !== cover.seat && painter.isPainted) {
    cover.guardedUntil = performance.now() + GUARD_PAUSE;
    setTimeout(() => guardCover(painter), GUARD_PAUSE);
  }
  cover.seat = seat;
  button?.setAttribute("aria-disabled", String(performance.now() < cover.guardedUntil));
}

/** @param {HTMLElement} button */
export function isOpen(button) { return button.getAttribute("aria-disabled") !== "true"; }

/** Show one of two buttons that share a place. Focus on the other goes to Play, but not to Accept,
 * which cannot be undone.
 * @param {import("./painter.js").Painter} painter
 * @param {HTMLElement} accept @param {HTMLElement} play @param {boolean} isAccept */
function swap(painter, accept, play, isAccept) {
  const [shown, gone] = isAccept ? [accept, play] : [play, accept];
  if (shown.hidden && painter.isPainted) {
    fresh.add(shown);
    setTimeout(() => {
      fresh.delete(shown);
      paintActionButtons(painter);
    }, GUARD_PAUSE);
  }
  const focused = document.activeElement === gone;
  shown.hidden = false;
  if (focused && isAccept) painter.squares.focus(painter.table.cursor);
  else if (focused) shown.focus();
  gone.hidden = true;
}
