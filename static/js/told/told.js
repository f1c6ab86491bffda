// Every page of a player: what happens reaches it by the player's own socket, is counted in title,
// favicon and buttons, and told as the player wants it (rings.js). The page of a room says besides
// what happens there (../room/happenings.js).
import { ChatLine } from "../chat/line.js";
import { listenToBell, showBell } from "../site/bell.js";
import { place } from "../site/place.js";
import { countTurns } from "../site/title.js";
import { listenForNext, showNext } from "./next.js";
import { claim, tell } from "./rings.js";
import { listenToSight } from "./sight.js";
import { listenForTouch } from "./sounds.js";
import { listenToSwitch } from "./switch.js";

/** @typedef {import("./rings.js").Happening} Happening */
/** As the server tells it: key, address and sentence of games that wait; key, kind, address and
 * sentence of what else there is.
 * @typedef {{ turns: [string, string, string][], news: [string, string, string, string][] }} Told */

const wanted = read("tellings") || {};
let begun = false; // whether what there was when the page came is known

/** @param {string} id @returns {any} */
function read(id) { return JSON.parse(document.getElementById(id)?.textContent || "null"); }

/** Games that wait for the player; of the room that is shown its own page knows best.
 * @returns {string[]} their addresses */
function waiting() {
  const told = /** @type {Told | null} */ (read("_told"));
  const here = read("_state");
  const others = (told?.turns || []).filter(([key]) => !here || key.split(":")[1] !== here.game);
  return others.map(([, url]) => url);
}

function count() {
  const others = waiting();
  showNext(read("_told") && others);
  countTurns(others.length + (read("_state")?.mine ? 1 : 0));
}

/** @param {Told} told @returns {Happening[]} */
function happeningsOf({ turns, news }) {
  return [
    ...turns.map(([key, url, text]) => ({ key, kind: "turn", url, text })),
    ...news.map(([key, kind, url, text]) => ({ key, kind, url, text })),
  ];
}

async function hear() {
  const told = /** @type {Told | null} */ (read("_told"));
  if (!told) return;
  const [happenings, known] = [happeningsOf(told), begun];
  begun = true;
  if (known) await tell(happenings, wanted);
  else await claim(happenings.map(({ key }) => key));
}

listenForTouch();
listenToSight();
listenToBell();
listenForNext();
listenToSwitch(wanted);
document.addEventListener("turned", count);
document.addEventListener("happened", (event) => tell([event.detail], wanted));
new ChatLine("/ws/me/", () => "0", (html) => {
  place(html);
  showBell();
  count();
  hear();
  document.dispatchEvent(new CustomEvent("own"));
}).listen();
showBell();
count();
hear();
