// The spectators in the room's menu, and for the host what may be done about each of them. The
// names arrive with the presence, the host's buttons with the state.
import { all, isolate, maybe, one } from "./page.js";

let drawn = "";
/** @type {WeakMap<Element, string>} what each line was drawn from */
const sources = new WeakMap();

export function fillRoomMenu() {
  const list = one("#room-menu [data-people]");
  const row = maybe("#_host [data-row] li");
  const watchers = all("#_watchers li");
  const html = [row?.outerHTML, ...watchers.map((watcher) => watcher.outerHTML)].join();
  if (html === drawn) return; // keeps the focus
  drawn = html;
  updateLines(list, watchers, row);
  one("#room-menu [data-nobody]").hidden = watchers.length > 0;
}

/** Keep every line where it is, so that no one else comes under the host's pointer. Who has come
 * since is added at the end.
 * @param {HTMLElement} list @param {HTMLElement[]} watchers @param {HTMLElement | null} row */
function updateLines(list, watchers, row) {
  const coming = new Map(watchers.map((watcher) => [watcher.dataset.who || "", watcher]));
  for (const item of /** @type {HTMLElement[]} */ ([...list.children])) {
    const watcher = coming.get(item.dataset.who || "");
    coming.delete(item.dataset.who || "");
    if (watcher) draw(item, watcher, row);
    else item.remove();
  }
  for (const watcher of coming.values()) {
    const item = document.createElement("li");
    item.dataset.who = watcher.dataset.who || "";
    draw(item, watcher, row);
    list.append(item);
  }
}

/** Fill a line, if anything in it has changed. The focus stays on the button of the same kind.
 * @param {HTMLElement} item @param {HTMLElement} watcher
 * @param {HTMLElement | null} row of buttons, the host's */
function draw(item, watcher, row) {
  const source = `${watcher.outerHTML} ${row?.outerHTML}`;
  if (sources.get(item) === source) return;
  sources.set(item, source);
  const focused = item.contains(document.activeElement)
    ? /** @type {HTMLElement} */ (document.activeElement).dataset.post : undefined;
  const name = document.createElement("bdi");
  name.textContent = watcher.textContent;
  item.replaceChildren(name, ...row?.cloneNode(true).childNodes || []);
  const unseatable = row?.dataset.unseatable?.split(" ") || [];
  if (unseatable.includes(watcher.dataset.who || "")) maybe("[data-seats]", item)?.remove();
  for (const button of all("button", item)) {
    const called = isolate(name.textContent?.trim() || "");
    button.dataset.who = watcher.dataset.who || "";
    button.setAttribute("aria-label", `${button.textContent?.trim()}: ${called}`);
    if (button.dataset.sure) button.dataset.sure = button.dataset.sure.replace("{name}", () => called);
    if (focused && button.dataset.post === focused) button.focus();
  }
}

document.addEventListener("htmx:wsAfterMessage", fillRoomMenu);
