// The field for a guest's name. The name is saved as soon as it has been typed, so that it is kept
// whatever the guest presses next: a link waits until the name has arrived.
import { post, send } from "../site/post.js";

const LONGEST_WAIT = 2000; // ms that a link waits for a slow answer

const field = /** @type {HTMLInputElement | null} */ (document.getElementById("guest-name"));
const error = document.getElementById("guest-name-error");
let saved = field?.defaultValue || "";
/** @type {Promise<void> | null} */
let saving = null;

/** @param {HTMLInputElement} input */
async function save({ value, dataset }) {
  if (!value.trim() || value === saved) return showError("");
  const { answer } = await send("seat", dataset.nameUrl, { name: value });
  if (!answer) return; // no connection: the forms of the page send the name again
  if (answer.ok) saved = value;
  const html = answer.ok ? "" : await answer.text().catch(() => "");
  const page = new DOMParser().parseFromString(html, "text/html");
  showError(page.getElementById("guest-name-error")?.textContent || "");
}

/** @param {string} message why the name was refused; empty if it was not */
function showError(message) {
  if (!field || !error) return;
  error.textContent = message;
  error.hidden = !message;
  field.setAttribute("aria-invalid", String(Boolean(message)));
}

/** @param {MouseEvent} event */
function holdLink(event) {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("a[href]"));
  if (!saving || !link || link.target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const patience = new Promise((go) => { setTimeout(go, LONGEST_WAIT); });
  Promise.race([saving, patience]).then(() => {
    if (saving) sendLast();
    location.assign(link.href);
  });
}

/** Send the name typed last, which may wait for an answer about another, while the page is left. */
function sendLast() {
  if (field?.value.trim()) post(field.dataset.nameUrl, { name: field.value }, { keepalive: true }).catch(() => {});
}

export function listenToName() {
  field?.addEventListener("change", () => {
    // One after another, so that the name that arrives last is the one typed last.
    const attempt = (saving ?? Promise.resolve()).then(() => save(field)).finally(() => { if (saving === attempt) saving = null; });
    saving = attempt;
  });
  field?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    field.blur();
  });
  document.addEventListener("click", holdLink);
}
