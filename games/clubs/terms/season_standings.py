"""Season standings: points by place on each night, of which the best count."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

DEFAULT_POINTS = (10, 8, 6, 5, 4, 3, 2)
DEFAULT_ATTENDANCE = 1


@dataclass(frozen=True, slots=True)
class SeasonScoring:
    """Points for the places of a night, and how many nights count (``None`` for all)."""

    points: tuple[int, ...] = DEFAULT_POINTS
    # For everyone who played and came in further down.
    attendance: int = DEFAULT_ATTENDANCE
    best: int | None = None

    def score_place(self, place: int) -> int:
        """Return the points for a place, counted from 1."""
        return self.points[place - 1] if place <= len(self.points) else self.attendance


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """One player of a season. Players level on every count share a place."""

    place: int
    player: Hashable
    total: int
    # Points of each night by its number, with those that do not count.
    nights: Mapping[int, int]
    counted: frozenset[int]


def rank_season(nights: Sequence[Mapping[Any, int]], scoring: SeasonScoring) -> list[SeasonLine]:
    """Rank the players of a season. ``nights`` have everyone's place, by player.

    Equal totals are ranked by the best night, then by the next best and so on.

    >>> nights = [{"Amber": 1, "Jade": 2}, {"Jade": 1, "Amber": 2}, {"Jade": 2}]
    >>> [(line.player, line.total) for line in rank_season(nights, SeasonScoring(best=2))]
    [('Amber', 18), ('Jade', 18)]
    >>> [line.place for line in rank_season(nights, SeasonScoring())]
    [1, 2]
    """
    earned: dict[Hashable, dict[int, int]] = {}
    for number, places in enumerate(nights):
        for player, place in places.items():
            earned.setdefault(player, {})[number] = scoring.score_place(place)
    counted = {player: _choose_best(points, scoring.best) for player, points in earned.items()}
    keys = {
        player: _build_key(earned[player][number] for number in chosen)
        for player, chosen in counted.items()
    }
    ranked = sorted(earned, key=lambda player: keys[player], reverse=True)
    lines: list[SeasonLine] = []
    for index, player in enumerate(ranked):
        level = index > 0 and keys[ranked[index - 1]] == keys[player]
        place = lines[-1].place if level else index + 1
        total = keys[player][0]
        lines.append(SeasonLine(place, player, total, earned[player], counted[player]))
    return lines


def _choose_best(points: Mapping[int, int], best: int | None) -> frozenset[int]:
    """Return the numbers of the nights that count; of equal ones, the earlier."""
    ordered = sorted(points, key=lambda number: (-points[number], number))
    return frozenset(ordered[:best])


def _build_key(counted: Iterable[int]) -> tuple[int, ...]:
    points = sorted(counted, reverse=True)
    return sum(points), *points
