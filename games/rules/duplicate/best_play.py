"""Which of several equal plays is the best one: the same on every machine.

The highest score wins; among equals the play with the fewest blanks, then the one whose leave the
engine values most, then the first one in notation order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from games.rules.duplicate.game import MAX_TILES, TABLE, DuplicateState
from games.rules.equipment.rack import Rack, remove_tiles
from games.rules.equipment.tiles import BLANK
from games.rules.plays.acts import Play
from games.rules.positions.play_judgement import judge_play

LEAVE_STEPS = 1000
"""Leave values are compared in thousandths of a point, so that rounding never decides."""


@dataclass(frozen=True, slots=True)
class BestDuplicatePlay:
    """The best play of a turn."""

    play: Play
    score: int


def choose_best_play(
    state: DuplicateState, plays: Iterable[Play], value_leave: Callable[[Rack], float]
) -> BestDuplicatePlay | None:
    """Return the best of these plays, or ``None`` if there are none.

    All plays must fit the board and consist of valid words. ``value_leave`` returns what the tiles
    left on the rack are worth, in points.

    >>> from games.rules.duplicate.formats import DuplicateOptions
    >>> from games.rules.duplicate.game import start_duplicate
    >>> state = start_duplicate("scrabble", DuplicateOptions(), bytes(32))
    >>> plays = [Play.read(at, "BASES", state.tile_set) for at in ("8H", "8D", "H4")]
    >>> best = choose_best_play(state, plays, len)
    >>> best.play.position.name, best.score
    ('8D', 20)
    """
    ranked = [
        (_rank(state, play, score, value_leave), BestDuplicatePlay(play, score))
        for play, score in ((play, _score(state, play)) for play in plays)
        if len(play.tiles()) <= MAX_TILES
    ]
    return min(ranked, key=lambda pair: pair[0])[1] if ranked else None


def _score(state: DuplicateState, play: Play) -> int:
    return judge_play(state.as_game_state(), TABLE, play).score.total


def _rank(
    state: DuplicateState, play: Play, score: int, value_leave: Callable[[Rack], float]
) -> tuple[int, int, int, str, str]:
    tiles = play.tiles()
    leave = value_leave(remove_tiles(state.rack, tiles))
    position, letters = play.write(state.tile_set)
    return (-score, tiles.count(BLANK), -round(leave * LEAVE_STEPS), position, letters)
