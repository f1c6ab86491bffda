// A form that was refused and is shown again: the focus goes to the field in question.

/** @param {HTMLElement} form */
export function focusError(form) {
  const errors = "[aria-invalid=true], ul.errorlist, .errorlist[role=alert]:not([hidden])";
  const wrong = /** @type {HTMLElement | null} */ (form.querySelector(errors));
  const sheet = wrong?.closest("dialog") || null;
  if (sheet && !sheet.open) sheet.showModal();
  wrong?.closest("details")?.setAttribute("open", "");
  const parent = /** @type {HTMLElement | null} */ (wrong?.closest(".form-field, .name-form") || null);
  if (parent) parent.hidden = false; // though the game leaves no choice there
  const inputs = "input:checked, input:not([type=radio]), select";
  const field = /** @type {HTMLElement | null} */ (parent?.querySelector(inputs) || wrong);
  if (field === wrong && field?.matches(".errorlist")) field.tabIndex = -1; // about the whole form
  field?.focus({ preventScroll: true });
  (parent || field)?.scrollIntoView({ block: "center" }); // the reason is below the field
}
