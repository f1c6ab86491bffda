// The form for a game's file. Warns of a file that is too large before it is sent. Where the server was
// too busy to check it, shows the form again with everything that was sent.
import { listenToFailedRequests } from "../site/failed_requests.js";
import { showReason } from "../site/toast.js";

const BUSY = 503;

document.addEventListener("change", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || input.type !== "file") return;
  const [file] = input.files ?? [];
  const tooLarge = Boolean(file) && file.size > Number(input.dataset.maxBytes);
  input.setCustomValidity(tooLarge ? (input.dataset.tooLarge ?? "") : "");
  if (tooLarge) input.reportValidity();
});

// Other 503 answers mean that the site is down: their pages hold no form.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  if (detail.xhr.status !== BUSY || !detail.serverResponse.includes('id="_upload"')) return;
  detail.shouldSwap = true;
  detail.isError = false;
});

listenToFailedRequests(showReason);
