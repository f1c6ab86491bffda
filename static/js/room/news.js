// What a screen reader hears of what has happened: who came and went, a verdict, the last move, what
// holds the game up.
import { announce, spoken, words } from "./announcer.js";
import { maybe, one, text } from "./page.js";

/** @typedef {import("./state.js").State} State */

let said = words(one("#_say"));
let judged = verdict()?.name || "";
let halted = halt();

/** @param {State} before @param {State} state */
export function tellNews(before, state) {
  tellSeats(before, state);
  const card = verdict();
  if (card && card.name !== judged) announce(spoken(card.element));
  judged = card?.name || "";
  const line = words(one("#_say"));
  if (line !== said || state.turn !== before.turn) announce(line);
  said = line;
  if (halt() !== halted) announce(halt());
  halted = halt();
}

/** The sentence about a seat that was left, or a pause; its buttons follow it on the page. */
function halt() {
  const sentence = maybe("#_halt p");
  return sentence ? words(sentence) : "";
}

/** @param {State} before @param {State} state */
function tellSeats(before, state) {
  if (before.game !== state.game) return;
  state.seats.forEach((name, seat) => {
    const was = before.seats[seat] || "";
    if (name === was || seat === state.seat) return;
    if (was) announce(text("stood", { name: was }));
    if (name) announce(text("sat", { name }));
  });
}

function verdict() {
  const element = maybe("#_verdict > *");
  return element && { element, name: element.dataset.turn || "" };
}

/** A verdict stays until it is closed or the next turn is taken.
 * @param {State} state */
export function showVerdict({ game }) {
  const card = verdict();
  if (card) card.element.hidden = sessionStorage.getItem("verdict") === `${game}:${card.name}`;
}

/** @param {State} state */
export function dismissVerdict({ game }) {
  const card = verdict();
  if (!card) return;
  sessionStorage.setItem("verdict", `${game}:${card.name}`);
  card.element.hidden = true;
}
