// The page of a puzzle: a board for one player, with attempts, hints and the solution.
import { announce, toSpeech } from "../room/announcer.js";
import { all, find, one } from "../room/page.js";
import { LoneBoard } from "./lone_board.js";

const board = new LoneBoard(one(".room").dataset.try || "", (before, focused) => {
  if (before.phase !== board.state.phase) announceEnd();
  else announceHints(focused);
});

/** Focus the heading of the result after the last try, so that it is read from there. */
function announceEnd() {
  const result = one(".result");
  announce(toSpeech(result.querySelector("p") || result));
  result.focus();
}

/** @param {string} focused id of what had the focus */
function announceHints(focused) {
  const hint = all(".hints li").at(-1);
  if (["hint", "again"].includes(focused)) {
    if (hint && focused === "hint") announce(hint.textContent || "");
    (find(`#${focused}`) ?? find("#answer"))?.focus();
  }
}

board.listen();
