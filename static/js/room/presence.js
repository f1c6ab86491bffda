// Which players at the table are here, and since when others are away. It arrives apart from the
// state and is drawn into the seats and, for screen readers, into their labels.
import { all, find, one, text } from "./page.js";

const MINUTE = 60; // seconds
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TICK = 20000; // ms between updates of the times

/** @type {Element | null} the part that was last read */
let read = null;
let readAt = 0;
/** @type {Record<string, number>} seconds since anyone of a seat was here, 0 while someone is;
 * members of a team have keys of "m" and the member's number */
let away = {};

/** Draw the presence. `mine` is the viewer's own seat, which counts as here.
 * @param {number | null} [mine] */
export function showPresence(mine = JSON.parse(one("#_state").textContent || "").seat) {
  const part = find("#_presence");
  if (part && part !== read) {
    [read, readAt] = [part, performance.now()];
    away = JSON.parse(part.textContent || "{}");
  }
  for (const seat of all("[data-presence]")) {
    const absence = Number(seat.dataset.presence) === mine ? 0 : away[seat.dataset.presence || ""];
    draw(seat, absence && absence + (performance.now() - readAt) / 1000);
  }
  for (const label of all("[data-member] > .presence")) {
    const member = /** @type {HTMLElement} */ (label.parentElement);
    const absence = away[`m${member.dataset.member}`];
    member.dataset.here = absence ? "no" : "yes";
    label.textContent = absence ? text("away") : "";
  }
}

/** @param {HTMLElement} seat @param {number | undefined} absence */
function draw(seat, absence) {
  const status = absence === undefined ? "" : describeAbsence(absence);
  const label = one("small > .presence", seat); // not a member's
  seat.dataset.present = absence === undefined ? "" : absence ? "no" : "yes";
  if (label.textContent === status) return;
  label.textContent = status;
  label.classList.toggle("visually-hidden", !absence);
  const name = seat.getAttribute("aria-label");
  if (name === null) return;
  seat.dataset.name ||= name;
  seat.setAttribute("aria-label", [seat.dataset.name, status].filter(Boolean).join(", "));
}

/** @param {number} absence in seconds */
function describeAbsence(absence) {
  if (!absence) return text("here");
  if (absence < MINUTE) return text("away");
  if (absence < HOUR) return text("awayMinutes", { n: Math.floor(absence / MINUTE) });
  if (absence < DAY) return text("awayHours", { n: Math.floor(absence / HOUR) });
  return text("awayDays", { n: Math.floor(absence / DAY) });
}

document.addEventListener("htmx:wsAfterMessage", () => showPresence());
setInterval(() => showPresence(), TICK);
