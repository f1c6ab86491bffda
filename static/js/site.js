// Every page: colours, dialogs, copied links, and the lobby's form. A classic script in the head,
// because the chosen colours must be known before anything is painted.
(() => {
  const root = document.documentElement;
  const prefs = { theme: "system", scheme: "classic" };
  try {
    Object.assign(prefs, JSON.parse(localStorage.getItem("colours") || "{}"));
  } catch { /* private windows may refuse storage: the defaults stay */ }
  const apply = () => Object.assign(root.dataset, prefs);
  apply();

  /** @param {HTMLInputElement} input */
  function prefer(input) {
    Object.assign(prefs, { [input.name]: input.value });
    apply();
    try {
      localStorage.setItem("colours", JSON.stringify(prefs));
    } catch { /* chosen for this page only */ }
  }

  function showPrefs() {
    for (const input of document.querySelectorAll("#prefs input")) {
      const radio = /** @type {HTMLInputElement} */ (input);
      radio.checked = Object.entries(prefs).some(([k, v]) => k === radio.name && v === radio.value);
    }
  }

  /** @param {string} id */
  async function open(id) {
    const dialog = /** @type {HTMLDialogElement} */ (document.getElementById(id));
    if (id === "prefs") showPrefs();
    dialog.showModal();
    const empty = /** @type {HTMLElement | null} */ (dialog.querySelector("[data-load]:empty"));
    if (empty) empty.innerHTML = await (await fetch(empty.dataset.load || "")).text();
  }

  /** @param {HTMLElement} button */
  async function copy(button) {
    const label = button.querySelector("span") || button;
    const said = label.textContent;
    try {
      await navigator.clipboard.writeText(new URL(button.dataset.copy || "", location.href).href);
    } catch { // no clipboard without TLS: select the text, so that the player can copy it
      /** @type {HTMLInputElement} */ (button.previousElementSibling).select();
      document.execCommand("copy");
    }
    label.textContent = button.dataset.done || said;
    setTimeout(() => { label.textContent = said; }, 1600);
  }

  /** Show only what the chosen game lets choose; where it leaves one value there is no choice. */
  function fit() {
    const form = document.querySelector("[data-fit]");
    const chosen = /** @type {HTMLInputElement | null} */ (form?.querySelector("[name=variant]:checked"));
    if (!form || !chosen) return;
    const told = JSON.parse(document.getElementById("offers")?.textContent || "{}");
    /** @type {Record<string, string[]>} */
    const offers = told[chosen.value] || {};
    for (const [name, values] of Object.entries(offers)) {
      const field = /** @type {HTMLElement | null} */ (form.querySelector(`[data-field=${name}]`));
      if (!field) continue;
      field.hidden = values.length < 2;
      fitChoices(field, values);
    }
  }

  /** @param {HTMLElement} field @param {string[]} values that may be chosen, the usual one first */
  function fitChoices(field, values) {
    const list = field.querySelector("select");
    /** @type {(HTMLOptionElement | HTMLInputElement)[]} */
    const choices = list ? [...list.options] : [...field.querySelectorAll("input")];
    for (const choice of choices) {
      const shown = choice instanceof HTMLOptionElement ? choice : choice.closest("label");
      /** @type {HTMLElement} */ (shown).hidden = choice.disabled = !values.includes(choice.value);
    }
    const open = choices.filter((choice) => !choice.disabled);
    const isOn = (/** @type {HTMLOptionElement | HTMLInputElement} */ choice) =>
      choice instanceof HTMLOptionElement ? choice.selected : choice.checked;
    const first = open.find((choice) => choice.value === values[0]) || open[0];
    if (!first || open.some(isOn)) return;
    if (first instanceof HTMLOptionElement) first.selected = true;
    else first.checked = true;
  }

  document.addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.closest("#prefs")) prefer(input);
    if (input.name === "variant") fit();
  });
  document.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const button = /** @type {HTMLElement | null} */ (target.closest("[data-open],[data-close],[data-copy]"));
    if (button?.dataset.open) open(button.dataset.open);
    else if (button?.dataset.copy) copy(button);
    else if (button) button.closest("dialog")?.close();
    if (target instanceof HTMLDialogElement && event.detail) target.close(); // the veil around it
  });
  // One form with several deeds: Enter does the one whose card the field is in.
  document.addEventListener("keydown", (event) => {
    const field = /** @type {HTMLElement} */ (event.target);
    if (event.key !== "Enter" || !field.matches("input")) return;
    const deed = /** @type {HTMLButtonElement | null} */ (field.closest("[data-deed]")?.querySelector("button.go") || null);
    if (!deed) return;
    event.preventDefault();
    deed.click();
  });
  document.addEventListener("DOMContentLoaded", fit);
})();
