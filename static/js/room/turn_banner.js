// Whose turn it is, in large letters, where the page shows little but the rack.
import { find, text } from "./page.js";
import { isOn } from "./state.js";

/** @param {import("./state.js").State} state */
export function showTurn(state) {
  const banner = find("#turn-banner");
  if (!banner) return;
  const mover = state.toMove === null ? "" : state.seats[state.toMove];
  const others = mover && text("turnOf", { name: mover });
  banner.textContent = !isOn(state) ? "" : state.mine ? text("yourTurn") : others;
  banner.classList.toggle("mine", isOn(state) && state.mine);
}
