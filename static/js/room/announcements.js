// What a screen reader announces after an update: who sat down or left, a verdict, the last move,
// and why the game is paused.
import { announce, toSpeech, words } from "./announcer.js";
import { find, text } from "./page.js";

/** @typedef {import("./state.js").State} State */

let statusLine = words(find("#_status_line"));
let judged = verdict()?.name || "";
let halted = describeHalt();

/** @param {State} before @param {State} state */
export function announceChanges(before, state) {
  announceSeats(before, state);
  const card = verdict();
  if (card && card.name !== judged) announce(toSpeech(card.element));
  judged = card?.name || "";
  const line = words(find("#_status_line"));
  if (line !== statusLine || state.turn !== before.turn) announce(line);
  statusLine = line;
  if (describeHalt() !== halted) announce(describeHalt());
  halted = describeHalt();
}

/** Return the sentence about an abandoned seat or a pause; the buttons follow it on the page. */
function describeHalt() {
  const sentence = find("#_interruptions p");
  return sentence ? words(sentence) : "";
}

/** @param {State} before @param {State} state */
function announceSeats(before, state) {
  if (before.game !== state.game) return;
  state.seats.forEach((name, seat) => {
    const was = before.seats[seat] || "";
    if (name === was || seat === state.seat) return;
    if (was) announce(text("seatLeft", { name: was }));
    if (name) announce(text("seatTaken", { name }));
  });
}

function verdict() {
  const element = find("#_verdict > *");
  return element && { element, name: element.dataset.turn || "" };
}

/** Show a verdict. It stays until it is closed or the next turn is taken.
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
