// All scripts of the lobby's page in one file. Its choices: the grid shows how many wait in the chosen
// language, "Custom" takes language and game along, and a refused form opens again with the focus at
// its error.
import "../notifications/notifications.js";
import "./lobby.js";
import "./form_choices.js";
import "./my_games.js";
import "./running_clocks.js";
import { listenToName } from "./name_field.js";
import { focusError } from "./refusal.js";
import { choosePlural } from "../site/plurals.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("lobby-form"));

function showWaiting() {
  const language = /** @type {HTMLSelectElement | null} */ (form.querySelector("[name=language]"))?.value;
  for (const pace of form.querySelectorAll("[data-pace]")) {
    const { dataset } = /** @type {HTMLElement} */ (pace);
    /** @type {Record<string, number>} */
    const counts = JSON.parse(dataset.waiting || "{}");
    const waiting = language ? counts[language] || 0 : Object.values(counts).reduce((sum, n) => sum + n, 0);
    const text = /** @type {HTMLElement} */ (pace.querySelector("small"));
    dataset.plain ??= text.textContent || "";
    const some = choosePlural(dataset.some || "", waiting).replace("{n}", String(waiting));
    text.textContent = waiting ? some : dataset.plain;
    pace.classList.toggle("waiting", waiting > 0);
  }
}

function carryChoices() {
  const custom = /** @type {HTMLAnchorElement} */ (document.querySelector("[data-custom]"));
  const address = new URL(custom.href);
  for (const [name, selector] of [["language", "#lobby-form [name=language]"], ["game", "[data-facet=game]"]]) {
    const field = /** @type {HTMLSelectElement | null} */ (document.querySelector(selector));
    if (field?.value) address.searchParams.set(name, field.value);
    else address.searchParams.delete(name);
  }
  custom.href = address.href;
}

function update() {
  showWaiting();
  carryChoices();
}

listenToName();
for (const event of ["change", "lobbyupdate"]) document.addEventListener(event, update);
update();
focusError(form);
