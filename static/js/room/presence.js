// Who of those at the table is here, and since when others are away. It comes apart from bundles and
// is drawn into the seats these bring, and into their names for those who do not see.
import { all, maybe, one, text } from "./page.js";

const MINUTE = 60; // seconds
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TICK = 20000; // ms between two looks at the clock

/** @type {Element | null} the part that was read last */
let read = null;
let readAt = 0;
/** @type {Record<string, number>} seconds since somebody of a seat was here, 0 while one is; the same
 * of each member of a team, by "m" and the member's number */
let away = {};

/** Draw it; `mine` is the viewer's own seat, which is here.
 * @param {number | null} [mine] */
export function showPresence(mine = JSON.parse(one("#_state").textContent || "").seat) {
  const part = maybe("#_presence");
  if (part && part !== read) {
    [read, readAt] = [part, performance.now()];
    away = JSON.parse(part.textContent || "{}");
  }
  for (const seat of all("[data-presence]")) {
    const silence = Number(seat.dataset.presence) === mine ? 0 : away[seat.dataset.presence || ""];
    draw(seat, silence && silence + (performance.now() - readAt) / 1000);
  }
  for (const member of all("[data-member]")) {
    const silence = away[`m${member.dataset.member}`];
    member.dataset.here = silence ? "no" : "yes";
    one(".presence", member).textContent = silence ? text("away") : "";
  }
}

/** @param {HTMLElement} seat @param {number | undefined} silence */
function draw(seat, silence) {
  const said = silence === undefined ? "" : inWords(silence);
  const label = one("small > .presence", seat); // not a member's
  seat.dataset.present = silence === undefined ? "" : silence ? "no" : "yes";
  if (label.textContent === said) return;
  label.textContent = said;
  label.classList.toggle("sr", !silence);
  const name = seat.getAttribute("aria-label");
  if (name === null) return;
  seat.dataset.name ||= name;
  seat.setAttribute("aria-label", [seat.dataset.name, said].filter(Boolean).join(", "));
}

/** @param {number} silence in seconds */
function inWords(silence) {
  if (!silence) return text("here");
  if (silence < MINUTE) return text("away");
  if (silence < HOUR) return text("awayminutes", { n: Math.floor(silence / MINUTE) });
  if (silence < DAY) return text("awayhours", { n: Math.floor(silence / HOUR) });
  return text("awaydays", { n: Math.floor(silence / DAY) });
}

document.addEventListener("htmx:wsAfterMessage", () => showPresence());
setInterval(() => showPresence(), TICK);
