"""The marks of analysed moves: best, good, missed bingo, invalid word.

A mark is a sign and a name, so no one has to tell colours apart.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.engine.analysis.report import ReportDictionary, TurnReport
from games.engine.analysis.summary import SMALL_LOSS

GOOD_LOSS = 5.0
"""A move that costs fewer points than this is good."""


@dataclass(frozen=True, slots=True)
class MoveMark:
    """``kind`` is a CSS class."""

    kind: str
    sign: str
    name: str | Promise


MOVE_MARKS = {
    "best": MoveMark("best", "★", gettext_lazy("Best move")),
    "good": MoveMark("good", "✓", gettext_lazy("Good move")),
    "missed": MoveMark("missed", "◇", gettext_lazy("Missed bingo")),
    "invalid": MoveMark("invalid", "✗", gettext_lazy("Invalid word")),
}


def mark_turn(turn: TurnReport, words: ReportDictionary) -> MoveMark | None:
    """Return the mark of a move, or ``None`` if it is weaker than good or could not be analysed.

    An invalid word is only marked if the analysis uses the dictionary of the game.
    """
    if turn.phonies:
        return MOVE_MARKS["invalid"] if words.own else None
    if turn.chosen is None or turn.lost is None or not turn.best:
        return None
    if turn.lost < SMALL_LOSS and (turn.place == 1 or not turn.lost_error):
        return MOVE_MARKS["best"]
    if turn.lost < SMALL_LOSS:
        return MOVE_MARKS["good"]  # as far as is known, it may cost a little
    if turn.missed_bingo is not None:
        return MOVE_MARKS["missed"]
    return MOVE_MARKS["good"] if turn.lost < GOOD_LOSS else None
