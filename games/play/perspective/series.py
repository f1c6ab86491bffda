"""The games of a room as one series: who has won how many against whom.

Only games between the same sides count, whatever seats they had, and only those that were played
to an end. What came before the game on the table never changes any more, so it is read once.
"""

from collections import Counter
from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from games.play.gameview import SeriesView
from games.play.models import Game, Seat
from games.play.perspective.gathering import Gathered

Side = frozenset[Hashable]
"""Who holds a seat, as ids; or the level of a computer player."""


class Result(NamedTuple):
    """Of one game: its sides in seat order, and the winner's seat, ``None`` for a draw."""

    sides: tuple[Side, ...]
    winner: int | None


def see_series(seen: Gathered) -> SeriesView | None:
    """What stands between the sides at the table; ``None`` before anything was decided."""
    sides = _sides(seen.seats)
    results = list(_results_before(seen.game.pk, seen.game.number))
    if seen.game.status == Game.Status.OVER:
        results += _result(seen.game.outcome, sides)
    met = [result for result in results if Counter(result.sides) == Counter(sides)]
    if not met:
        return None
    won = Counter(one.sides[one.winner] for one in met if one.winner is not None)
    names = zip(seen.said_names, sides, strict=True)
    draws = sum(one.winner is None for one in met)
    return SeriesView(tuple((name, won[side]) for name, side in names), draws)


@lru_cache(maxsize=512)
def _results_before(game: UUID, number: int) -> tuple[Result, ...]:
    """The results of the games that were played in a room before this one."""
    if number == 1:
        return ()
    earlier = Game.objects.filter(room__games=game, number__lt=number, status=Game.Status.OVER)
    rows = earlier.only("outcome", "number").prefetch_related("seats__holders")
    return tuple(one for row in rows for one in _result(row.outcome, _sides(row.seats.all())))


def _result(outcome: Any, sides: tuple[Side, ...]) -> list[Result]:
    if not outcome or outcome.get("reason") == "annulled":
        return []
    return [Result(sides, outcome.get("winner"))]


def _sides(seats: Iterable[Seat]) -> tuple[Side, ...]:
    return tuple(
        frozenset[Hashable]({seat.computer_level})
        if seat.computer_level is not None
        else frozenset[Hashable](holder.player_id for holder in seat.holders.all())
        for seat in seats
    )
