// Shows why the browser gave no passkey, next to the button. django-allauth's script reports the
// exception; the sentences are on the page.

/** By the names of WebAuthn's exceptions.
 * @type {Record<string, string>} */
const REASONS = {
  NotAllowedError: "cancelled",
  AbortError: "cancelled",
  SecurityError: "address",
  InvalidStateError: "known",
  NotSupportedError: "unsuitable",
  ConstraintError: "unsuitable",
};

/** @param {unknown} exception */
function reasonOf(exception) {
  if (!window.isSecureContext) return "insecure";
  if (!window.PublicKeyCredential) return "missing";
  const { name = "", message = "" } = /** @type {Partial<Error>} */ (exception || {});
  if (message.includes("from server") || message.includes("fetch")) return "server";
  return REASONS[name] || "other";
}

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  const problem = /** @type {HTMLElement | null} */ (document.querySelector("[data-passkey-problem]"));
  if (!problem) return;
  const { exception } = /** @type {CustomEvent} */ (event).detail || {};
  problem.textContent = problem.dataset[reasonOf(exception)] || "";
  problem.hidden = false;
});
