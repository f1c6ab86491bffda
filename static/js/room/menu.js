// The room's menu lists who watches; where the viewer is the host, with what may be done about each.
// Names come with the presence, the host's buttons with the bundle.
import { all, maybe, one } from "./page.js";

let drawn = "";

export function fillMenu() {
  const list = one("#room-menu [data-people]");
  const row = maybe("#_host [data-row] li");
  const watchers = all("#_watchers li");
  const told = [row?.outerHTML, ...watchers.map((watcher) => watcher.outerHTML)].join();
  if (told === drawn) return; // and the focus stays where it is
  drawn = told;
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
  for (const button of all("button", item)) {
    button.dataset.who = watcher.dataset.who || "";
    button.setAttribute("aria-label", `${button.textContent?.trim()}: ${name.textContent?.trim()}`);
  }
  return item;
}

document.addEventListener("htmx:wsAfterMessage", fillMenu);
