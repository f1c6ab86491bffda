// Whose turn it is, in large letters, where the page shows little but the rack. A script of its own:
// other rooms need none of it.
import { one, text } from "../room/page.js";
import { isOn, readState } from "../room/state.js";

const banner = one("#turn-banner");

function showTurn() {
  const state = readState();
  const mover = state.toMove === null ? "" : state.seats[state.toMove];
  const others = mover && text("turnOf", { name: mover });
  const words = !isOn(state) ? "" : state.mine ? text("yourTurn") : others;
  if (banner.textContent !== words) banner.textContent = words;
  banner.classList.toggle("mine", isOn(state) && state.mine);
}

// The room's script has placed the newest state by then, whether it was pushed or is an answer.
for (const event of ["htmx:wsAfterMessage", "htmx:afterRequest"]) document.addEventListener(event, showTurn);
showTurn();
