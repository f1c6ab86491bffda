// Runs on every page of a player. Events arrive over the player's own socket, are counted in the
// title, the favicon and the buttons, and notified according to the player's settings (alerts.js).
// A room's page adds what happens in that room (../room/room_events.js).
import { LiveConnection } from "../chat/connection.js";
import { listenToBell, showBell } from "../site/bell.js";
import { runAfterPress } from "../site/presses.js";
import { place } from "../site/swap_fragments.js";
import { withLocalDates } from "../site/dates.js";
import { countTurns } from "../site/title.js";
import { deliverOtherOutboxes } from "./outbox_delivery.js";
import { listenToSeatNotices, showSeatNotices } from "./seat_notices.js";
import { listenForNext, showNext } from "./next_game.js";
import { claim, raiseAlerts } from "./alerts.js";
import { listenToVisibility } from "./page_visibility.js";
import { listenForTouch } from "./sounds.js";
import { listenToSoundSwitch } from "./sound_switch.js";

/** @typedef {import("./alerts.js").GameEvent} GameEvent */
/** Events as the server sends them. `turns`: key, address and sentence of each game that waits.
 * `news`: key, kind, address and sentence of everything else.
 * @typedef {{ turns: [string, string, string][], news: [string, string, string, string][] }} Alerts */

const VISIT_PAUSE = 15000; // ms between two pages of one visit

const wanted = read("notification-settings") || {};
let begun = cameFromAnotherPage(); // whether what is there is known, so that more is news

/** Return whether this tab has just shown another page of the same player. What has happened since
 * then is new, and what that page knew does not sound again (alerts.js).
 * @returns {boolean} */
function cameFromAnotherPage() {
  const viewer = document.getElementById("viewer")?.dataset.me || "";
  try {
    const { by, at } = JSON.parse(sessionStorage.getItem("left") || "{}");
    window.addEventListener("pagehide", () => sessionStorage.setItem("left", JSON.stringify({ by: viewer, at: Date.now() })));
    return by === viewer && Date.now() - at < VISIT_PAUSE;
  } catch { // without storage every page starts fresh
    return false;
  }
}

/** @param {string} id @returns {any} */
function read(id) { return JSON.parse(document.getElementById(id)?.textContent || "null"); }

/** Count the games that wait for the player. The page of a room decides itself about its own game. */
function count() {
  const alerts = /** @type {Alerts | null} */ (read("_alerts"));
  const here = read("_state");
  const others = (alerts?.turns || []).filter(([key]) => !here || key.split(":")[1] !== here.game).length;
  const invitations = (alerts?.news || []).filter(([, kind]) => kind === "invitation").length;
  showNext(others);
  countTurns(others + invitations + (here?.mine ? 1 : 0));
}

/** @param {Alerts} alerts @returns {GameEvent[]} */
function listGameEvents({ turns, news }) {
  return [
    ...turns.map(([key, url, text]) => ({ key, kind: "turn", url, text })),
    ...news.map(([key, kind, url, text]) => ({ key, kind, url, text: withLocalDates(text) })),
  ];
}

async function alertNew() {
  const alerts = /** @type {Alerts | null} */ (read("_alerts"));
  if (!alerts) return;
  showSeatNotices(alerts.news);
  const [gameEvents, known] = [listGameEvents(alerts), begun];
  begun = true;
  if (known) await raiseAlerts(gameEvents, wanted);
  else await claim(gameEvents.map(({ key }) => key));
}

const room = read("_state")?.room || "";
deliverOtherOutboxes(document.getElementById("viewer")?.dataset.me || "", room);
listenForTouch();
listenToVisibility();
listenToBell();
listenToSeatNotices();
listenForNext(room);
listenToSoundSwitch(wanted);
document.addEventListener("turnchanged", count);
document.addEventListener("gameevent", (event) => raiseAlerts([event.detail], wanted));
new LiveConnection("/ws/me/", () => "0", (html) => runAfterPress(() => {
  const isChanged = place(html); // a heartbeat changes nothing
  showBell();
  count();
  alertNew();
  if (isChanged) document.dispatchEvent(new CustomEvent("playerupdate"));
})).listen();
showBell();
count();
alertNew();
