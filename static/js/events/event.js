// The page of an event follows it over a socket: htmx places the parts that arrive. When the page
// comes back or the connection did, it asks for everything once.
import { fetchInTime } from "../site/timed_fetch.js";

const page = /** @type {HTMLElement} */ (document.querySelector(".event"));

/** Replace the parts of the page with those of a bundle. */
async function refresh() {
  const answer = await fetchInTime(page.dataset.bundle || "", {});
  if (!answer.ok) return;
  const parts = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of parts.querySelectorAll("[id]")) document.getElementById(part.id)?.replaceWith(part);
}

document.addEventListener("htmx:wsOpen", refresh);
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") refresh(); });
