// Reports events in the room to ../notifications/notifications.js, which sounds and notifies; on
// the page of a visitor without an account nothing listens. Keys as in
// games/lobby/perspective/alerts.py.
import { words } from "./announcer.js";
import { isolate, find, text } from "./page.js";

/** @typedef {import("./state.js").State} State */

/** @param {State} before @param {State} state */
export function reportRoomEvents(before, state) {
  document.dispatchEvent(new CustomEvent("turnchanged"));
  const gameEvent = listRoomEvents(before, state);
  if (!gameEvent) return;
  const { key, kind } = gameEvent;
  reportEvent(key, kind, words(find("#_status_line")) || text(kind === "turn" ? "yourTurn" : "ended"));
}

/** @param {string} key @param {string} kind @param {string} sentence @param {string} [sound] */
export function reportEvent(key, kind, sentence, sound) {
  const detail = { key, kind, url: location.pathname, text: `${sentence} · ${isolate(find("#_title")?.textContent || "")}`, sound };
  document.dispatchEvent(new CustomEvent("gameevent", { detail }));
}

/** Return the one event worth a sound: the game has ended, it is the viewer's turn, or someone else
 * has played.
 * @param {State} before @param {State} state @returns {{ key: string, kind: string } | null} */
export function listRoomEvents(before, state) {
  const { game, turn, seat } = state;
  const sits = seat !== null;
  const moved = before.game !== game || before.turn !== turn;
  if (sits && before.game === game && before.phase !== "over" && state.phase === "over") return { key: `end:${game}`, kind: "result" };
  if (state.mine && (moved || !before.mine)) return { key: `turn:${game}:${turn}`, kind: "turn" };
  if (before.game === game && moved && !before.mine) return { key: `play:${game}:${turn}`, kind: "play" };
  return null;
}
