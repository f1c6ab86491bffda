// The dialog that asks which tiles to exchange.
import { choose } from "./dialogs.js";
import { all, one } from "./page.js";
import { face, tileName } from "./tiles.js";
import { bracket } from "./notation.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Held} Held */

/** Return the chosen tiles in notation; "" for none.
 * @param {Table} table @param {number} most @returns {Promise<string>} */
export async function chooseExchange(table, most) {
  const dialog = one("#exchange-dialog");
  const rack = one(".choose", dialog);
  const tiles = table.held;
  rack.replaceChildren(...tiles.map(offer));
  all("button", rack)[0].autofocus = true;
  const press = (/** @type {Event} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const button = target.closest("[aria-pressed]");
    if (button) button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    if (target.closest("[data-all]")) all("button", rack).forEach((tile) => tile.setAttribute("aria-pressed", "true"));
    count(dialog, most);
  };
  dialog.addEventListener("click", press);
  count(dialog, most);
  const confirmed = await choose("exchange-dialog", "[data-yes]");
  dialog.removeEventListener("click", press);
  const buttons = all("button", rack);
  const given = tiles.filter((_, i) => buttons[i].getAttribute("aria-pressed") === "true");
  return confirmed ? given.map((tile) => bracket(tile.face)).join("") : "";
}

/** @param {Held} tile */
function offer(tile) {
  const button = document.createElement("button");
  face(button, { ...tile, as: "" });
  button.ariaLabel = tileName({ ...tile, as: "" });
  button.setAttribute("aria-pressed", "false");
  return button;
}

/** @param {HTMLElement} dialog @param {number} most */
function count(dialog, most) {
  const yes = /** @type {HTMLButtonElement} */ (one("[data-yes]", dialog));
  const chosen = all("[aria-pressed=true]", dialog).length;
  yes.disabled = !chosen || chosen > most;
  one("b", yes).textContent = String(chosen || "");
}
