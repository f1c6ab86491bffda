// The page of a scorekeeper. A press on a square of the board says where the play begins, a second
// one turns it; while it is typed, the page shows the play on the board and what it scores.
import "./annotated_board.js";
import { all, find, one } from "../room/page.js";
import { send } from "../site/post.js";

const PAUSE = 250; // ms without typing before the page asks
const page = one(".scorekeeping");

let asked = 0; // how often the page has asked; older answers are not shown
let timer = 0;

/** @returns {HTMLFormElement | null} the form for the next move */
const form = () => /** @type {HTMLFormElement | null} */ (find(".keep-form"));

/** @param {string} name @returns {HTMLInputElement} */
const field = (name) => /** @type {HTMLInputElement} */ (form()?.elements.namedItem(name));

/** @returns {boolean} whether the form holds a play that can be shown */
const hasPlay = () => !!form() && field("kind").value === "play" && !!field("square").value && !!field("tiles").value;

function ask(pause = PAUSE) {
  clearTimeout(timer);
  timer = window.setTimeout(preview, pause);
}

/** Show what the form's play would do. Where no answer comes, the page asks again. */
async function preview() {
  const own = asked += 1;
  const sent = form();
  if (!sent) return;
  if (!hasPlay()) {
    show("");
    return;
  }
  const body = new FormData(sent);
  body.set("number", body.get("before") || "");
  const { answer, again } = await send("poll", page.dataset.preview, body);
  const html = answer?.ok ? await answer.text().catch(() => "") : "";
  if (own !== asked) return;
  if (html) show(html);
  else if (again) ask(again);
}

/** @param {string} html the preview, and a template with the tiles it lays */
function show(html) {
  const parts = new DOMParser().parseFromString(html, "text/html");
  const line = find("#_move_preview");
  if (!line) return; // the game is over
  const shown = parts.querySelector("#_move_preview");
  line.className = shown?.className || "move-preview";
  line.replaceChildren(...(shown?.childNodes || []));
  const tiles = [...(parts.querySelector("template")?.content.children || [])];
  for (const tile of tiles) tile.classList.add("tile");
  one("#planned-tiles").replaceChildren(...tiles);
}

/** @param {Event} event */
function chooseSquare(event) {
  const square = /** @type {Element} */ (event.target).closest(".grid > div > div");
  if (!square || !form()) return;
  const row = square.parentElement;
  const number = all(".grid > div").indexOf(/** @type {HTMLElement} */ (row)) + 1;
  const column = all(".column-labels > span")[[...(row?.children || [])].indexOf(square)]?.textContent?.trim() || "";
  const turned = field("square").value === `${column}${number}` && field("direction").value === "across";
  field("square").value = `${column}${number}`;
  field("direction").value = turned ? "down" : "across";
  field("tiles").focus();
  ask();
}

one(".annotated-board").addEventListener("click", chooseSquare);
page.addEventListener("input", (event) => {
  if (form()?.contains(/** @type {Node} */ (event.target))) ask();
});
// A play that is being typed stays on the page while others enter moves: it is asked for again.
document.addEventListener("partsplaced", () => {
  if (!hasPlay()) show("");
  ask();
});
if (form()) {
  field("square").focus({ preventScroll: true });
  ask();
}
