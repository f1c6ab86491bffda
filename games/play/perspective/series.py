"""The games of a room as a series: how many games each side has won.

Only finished games between the same sides count, in whatever seats. Earlier games are loaded once
per game and its sides.
"""

from collections import Counter
from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from games.play.models import Game, Seat
from games.play.perspective.masking import MaskedSnapshot
from games.play.perspective.viewdata import SeriesView

SeriesSide = frozenset[Hashable]
"""The ids of a seat's holders, or the level of its computer player."""


class SeriesGame(NamedTuple):
    """The result of one game."""

    # In seat order.
    sides: tuple[SeriesSide, ...]
    # The winner's seat, ``None`` for a draw.
    winner: int | None


def build_series_view(masked: MaskedSnapshot) -> SeriesView | None:
    """Return the series between the current sides; ``None`` before their first result."""
    sides = _sides(masked.seats)
    results = list(_results_before(masked.game.pk, masked.game.number, sides))
    if masked.game.status == Game.Status.OVER:
        results += _build_series_game(masked.game.outcome, sides)
    met = [result for result in results if Counter(result.sides) == Counter(sides)]
    if not met:
        return None
    won = Counter(one.sides[one.winner] for one in met if one.winner is not None)
    names = zip(masked.isolated_names, sides, strict=True)
    draws = sum(one.winner is None for one in met)
    return SeriesView(tuple((name, won[side]) for name, side in names), draws)


@lru_cache(maxsize=512)
def _results_before(
    game: UUID, number: int, _sides_now: tuple[SeriesSide, ...]
) -> tuple[SeriesGame, ...]:
    """Return the results of a room's games before this one.

    When a guest is merged into another player, the sides of all games change. The current sides
    are an argument so that they are part of the cache key.
    """
    if number == 1:
        return ()
    earlier = Game.objects.filter(room__games=game, number__lt=number, status=Game.Status.OVER)
    rows = earlier.only("outcome", "number").prefetch_related("seats__holders")
    return tuple(
        one for row in rows for one in _build_series_game(row.outcome, _sides(row.seats.all()))
    )


def _build_series_game(outcome: Any, sides: tuple[SeriesSide, ...]) -> list[SeriesGame]:
    if not outcome or outcome.get("reason") == "annulled":
        return []
    return [SeriesGame(sides, outcome.get("winner"))]


def _sides(seats: Iterable[Seat]) -> tuple[SeriesSide, ...]:
    return tuple(
        frozenset[Hashable]({seat.computer_level})
        if seat.computer_level is not None
        else frozenset[Hashable](holder.player_id for holder in seat.holders.all())
        for seat in seats
    )
