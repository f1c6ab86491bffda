// What happens in the room, told to the page's script that rings (../told/told.js); nobody listens on
// the page of a stranger. Keys are those of games/lobby/perspective/ringing.py.
import { one, text } from "./page.js";

/** @typedef {import("./state.js").State} State */

/** @param {State} before @param {State} state */
export function tellHappenings(before, state) {
  document.dispatchEvent(new CustomEvent("turned"));
  const happening = whatHappened(before, state);
  if (happening) happen(happening.key, happening.kind, text(happening.kind === "turn" ? "yourturn" : "ended"));
}

/** @param {string} key @param {string} kind @param {string} said @param {string} [sound] */
export function happen(key, kind, said, sound) {
  const detail = { key, kind, url: location.pathname, text: `${said} · ${one("#_title").textContent}`, sound };
  document.dispatchEvent(new CustomEvent("happened", { detail }));
}

/** The one thing worth a ring: the game has ended, it is the viewer's turn, somebody else has played.
 * @param {State} before @param {State} state @returns {{ key: string, kind: string } | null} */
export function whatHappened(before, state) {
  const { game, turn, seat } = state;
  const sits = seat !== null;
  const moved = before.game !== game || before.turn !== turn;
  if (sits && before.game === game && before.phase !== "over" && state.phase === "over") return { key: `end:${game}`, kind: "result" };
  if (state.mine && (moved || !before.mine)) return { key: `turn:${game}:${turn}`, kind: "turn" };
  if (before.game === game && moved && !before.mine) return { key: `play:${game}:${turn}`, kind: "play" };
  return null;
}
