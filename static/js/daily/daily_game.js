// The page of a daily game: a board for one player, with a clock for each turn.
import { announce, toSpeech } from "../room/announcer.js";
import { find, one } from "../room/page.js";
import { LoneBoard } from "../puzzles/lone_board.js";
import { TurnClock } from "./turn_clock.js";

/** The state of a daily game; `left` is what is left of the turn in ms, `null` if none runs.
 * @typedef {import("../room/state.js").State & { left: number | null, stage: string }} DailyState */

const LATER = 500; // ms that the end of a turn waits again while something else is under way
const AGAIN = 3000; // ms after which it is asked for again if no answer came

const room = one(".room");
const board = new LoneBoard(room.dataset.try || "", (before) => {
  showStage(performance.now());
  const earlier = /** @type {DailyState} */ (before);
  const now = /** @type {DailyState} */ (board.state);
  if (earlier.stage !== now.stage || earlier.turn !== now.turn) announceStage(now.stage);
});
const clock = new TurnClock(endTurn);
let waiting = 0;

/** @param {number} since when the state came, by performance.now() */
function showStage(since) {
  const { stage, left } = /** @type {DailyState} */ (board.state);
  clearTimeout(waiting); // the clock below asks again if that turn still runs
  room.dataset.stage = stage;
  clock.show(left, since);
}

/** Say what has happened, and put the focus where the player goes on.
 * @param {string} stage */
function announceStage(stage) {
  if (stage === "running") {
    board.painter.squares.focus(board.painter.squares.start);
    return;
  }
  const result = find(".result");
  if (!result) return;
  announce(toSpeech(result.querySelector(".announced") || result));
  result.focus();
}

/** Ask for the result once the time is over. What was sent counts. */
async function endTurn() {
  if (board.busy) {
    waiting = window.setTimeout(endTurn, LATER);
    return;
  }
  const status = await board.send(room.dataset.end || "", { turn: String(board.state.turn) });
  if (!status || status >= 500) waiting = window.setTimeout(endTurn, AGAIN);
}

const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation") ?? []);
board.listen();
showStage(visit?.responseStart ?? performance.now());
