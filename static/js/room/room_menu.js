// The spectators in the room's menu, and for the host what may be done about each of them. The
// names arrive with the presence, the host's buttons with the state.
import { runAfterPress, isPressed } from "../site/presses.js";
import { all, isolate, find, one } from "./page.js";

let drawn = "";
/** @type {WeakMap<Element, string>} what each line was drawn from */
const sources = new WeakMap();

export function fillRoomMenu() {
  const list = one("#room-menu [data-people]");
  if (isPressed(list)) return runAfterPress(fillRoomMenu);
  const row = find("#_host [data-row] li");
  const spectators = all("#_spectators li");
  const html = [row?.outerHTML, ...spectators.map((spectator) => spectator.outerHTML)].join();
  if (html === drawn) return; // keeps the focus
  drawn = html;
  updateLines(list, spectators, row);
  one("#room-menu [data-nobody]").hidden = spectators.length > 0;
}

/** Keep every line where it is, so that the host's pointer stays on the same spectator. New
 * spectators are added at the end.
 * @param {HTMLElement} list @param {HTMLElement[]} spectators @param {HTMLElement | null} row */
function updateLines(list, spectators, row) {
  const coming = new Map(spectators.map((spectator) => [spectator.dataset.who || "", spectator]));
  for (const item of /** @type {HTMLElement[]} */ ([...list.children])) {
    const spectator = coming.get(item.dataset.who || "");
    coming.delete(item.dataset.who || "");
    if (spectator) draw(item, spectator, row);
    else item.remove();
  }
  for (const spectator of coming.values()) {
    const item = document.createElement("li");
    item.dataset.who = spectator.dataset.who || "";
    draw(item, spectator, row);
    list.append(item);
  }
}

/** Fill a line, if anything in it has changed. The focus stays on the button of the same kind.
 * @param {HTMLElement} item @param {HTMLElement} spectator
 * @param {HTMLElement | null} row of buttons, the host's */
function draw(item, spectator, row) {
  const source = `${spectator.outerHTML} ${row?.outerHTML}`;
  if (sources.get(item) === source) return;
  sources.set(item, source);
  const focused = item.contains(document.activeElement)
    ? /** @type {HTMLElement} */ (document.activeElement).dataset.post : undefined;
  const name = document.createElement("bdi");
  name.textContent = spectator.textContent;
  item.replaceChildren(name, ...row?.cloneNode(true).childNodes || []);
  const unseatable = row?.dataset.unseatable?.split(" ") || [];
  if (unseatable.includes(spectator.dataset.who || "")) find("[data-seats]", item)?.remove();
  for (const button of all("button", item)) {
    const called = isolate(name.textContent?.trim() || "");
    button.dataset.who = spectator.dataset.who || "";
    button.setAttribute("aria-label", `${button.textContent?.trim()}: ${called}`);
    if (button.dataset.confirm) button.dataset.confirm = button.dataset.confirm.replace("{name}", () => called);
    if (focused && button.dataset.post === focused) button.focus();
  }
}

document.addEventListener("htmx:wsAfterMessage", fillRoomMenu);
