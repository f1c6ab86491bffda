// Announces what an update changed and plays its sound: a new turn and its rack, the best play, the
// viewer's own result, the end of the game.
import { announce, toSpeech, words } from "../room/announcer.js";
import { find } from "../room/page.js";
import { reportEvent } from "../room/room_events.js";

/** @typedef {import("../room/state.js").State} State */

/** @param {State} before @param {State} state */
export function reportChanges(before, state) {
  document.dispatchEvent(new CustomEvent("turnchanged"));
  if (before.phase === state.phase && before.turn === state.turn) return;
  const key = `${state.phase}:${state.game}:${state.turn}`;
  if (state.phase === "playing") say(key, "turn", words(find("#_turn")));
  else if (state.phase === "pause") say(key, "play", speak("#_turn_result"));
  else if (state.phase === "over") {
    if (before.phase === "playing") announce(speak("#_turn_result"));
    say(key, "result", words(find("#_final .end")));
  } else announce(words(find("#_turn")));
}

/** Announce how the viewer did in the turn that is over.
 * @param {State} state */
export function announceOwnResult({ phase }) { if (phase !== "playing") announce(speak("#_own_result")); }

/** @param {string} key @param {string} kind of the sound @param {string} sentence */
function say(key, kind, sentence) {
  announce(sentence);
  reportEvent(key, kind, sentence);
}

/** @param {string} selector */
function speak(selector) {
  const part = find(selector);
  return part ? toSpeech(part) : "";
}
