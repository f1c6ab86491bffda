// Events about the viewer's seat, on the page of that room, which has no bell. The server renders
// the first ones with the page; later ones arrive over the player's own socket.

const KIND = "seat";

/** @param {[string, string, string, string][]} news key, kind, address and sentence */
export function showSeatNotices(news) {
  const list = document.getElementById("seat-notices");
  const one = /** @type {HTMLTemplateElement | null} */ (document.getElementById("seat-notice"));
  if (!list || !one) return;
  for (const [key, kind, url, text] of news) {
    if (kind !== KIND || url !== location.pathname || list.querySelector(`[data-key="${key}"]`)) continue;
    const item = /** @type {HTMLElement} */ (/** @type {Element} */ (one.content.firstElementChild).cloneNode(true));
    item.dataset.key = key;
    /** @type {HTMLElement} */ (item.querySelector("span")).textContent = text;
    list.append(item);
  }
}

export function listenToSeatNotices() {
  document.getElementById("seat-notices")?.addEventListener("click", ({ target }) => {
    const item = /** @type {HTMLElement} */ (target).closest("button")?.closest("li");
    if (item) item.hidden = true;
  });
}
