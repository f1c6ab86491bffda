// The screen that everyone at a table sees. It uses the room's modules for updates, connection and
// clocks. The updates come from a topic of its own, without anyone's rack.
import { Clocks } from "../clock/clocks.js";
import { RoomConnection } from "../room/connection.js";
import { Fragments } from "../room/fragments.js";
import { all, find, isolate, one } from "../room/page.js";
import { announce, words } from "../room/announcer.js";
import { setTitle } from "../site/title.js";
import { listenFullScreen } from "./full_screen.js";
import { keepAwake } from "./wake_lock.js";

const screen = one(".table-screen");
const squares = all(".grid > div > div");
const fragments = new Fragments(screen, onState);
const connection = new RoomConnection(screen, fragments, () => {});
const clocks = new Clocks(screen, one("#clocks"), fragments, (message) => connection.send(message));

/** @param {import("../room/state.js").State} _before @param {boolean} fresh */
function onState(_before, fresh) {
  show();
  if (fresh) announce(words(one("#_status_line")));
}

/** Show what htmx does not place. */
function show() {
  const { phase, tiles } = fragments.state;
  screen.dataset.phase = phase;
  setTitle(`${isolate(find("#_title")?.textContent || "")} – Tileroom`);
  const full = new Set(tiles.map(([square]) => square));
  squares.forEach((square, number) => square.classList.toggle("occupied", full.has(number)));
  clocks.show();
}

fragments.listen();
connection.listen();
clocks.listen();
listenFullScreen();
keepAwake();
show();
