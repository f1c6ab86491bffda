// The spectators in the room's menu, and for the host what may be done about each of them. The
// names arrive with the presence, the host's buttons with the state.
import { all, isolate, maybe, one } from "./page.js";

let drawn = "";

export function fillRoomMenu() {
  const list = one("#room-menu [data-people]");
  const row = maybe("#_host [data-row] li");
  const watchers = all("#_watchers li");
  const html = [row?.outerHTML, ...watchers.map((watcher) => watcher.outerHTML)].join();
  if (html === drawn) return; // keeps the focus
  drawn = html;
  list.replaceChildren(...watchers.map((watcher) => draw(watcher, row)));
  one("#room-menu [data-nobody]").hidden = watchers.length > 0;
}

/** @param {HTMLElement} watcher @param {HTMLElement | null} row of buttons, the host's */
function draw(watcher, row) {
  const item = document.createElement("li");
  const name = document.createElement("bdi");
  name.textContent = watcher.textContent;
  item.append(name);
  item.append(...row?.cloneNode(true).childNodes || []);
  const unseatable = row?.dataset.unseatable?.split(" ") || [];
  if (unseatable.includes(watcher.dataset.who || "")) maybe("[data-seats]", item)?.remove();
  for (const button of all("button", item)) {
    button.dataset.who = watcher.dataset.who || "";
    button.setAttribute("aria-label", `${button.textContent?.trim()}: ${isolate(name.textContent?.trim() || "")}`);
  }
  return item;
}

document.addEventListener("htmx:wsAfterMessage", fillRoomMenu);
