"""A player's results in total and by game, language, speed and kind of opponent.

Every table is summed from the few rows of :func:`query_result_totals`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.people.models import PlayedGame
from games.people.services.result_totals import query_result_totals
from games.players.models import Player
from games.ratings.models import RatingSpeed
from games.ratings.perspective import get_language_name
from games.rules.positions.variants import get_variant

Result, Versus = PlayedGame.Result, PlayedGame.Versus


@dataclass
class ResultTotals:
    """The results of one kind, without annulled games."""

    label: str
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    highest: int | None = None
    bingos: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def average(self) -> int:
        """Points per game."""
        return round(self.points / self.games) if self.games else 0

    @property
    def share(self) -> int:
        """Percentage of games won. A draw counts as half a win."""
        return round(100 * (self.won + self.drawn / 2) / self.games) if self.games else 0

    def add(self, row: Mapping[str, Any]) -> None:
        setattr(self, row["result"], getattr(self, row["result"]) + row["games"])
        self.points += row["points"]
        self.highest = max(row["highest"], self.highest or row["highest"])
        if get_variant(row["variant"]).has_bingos:  # old rows count full racks in all games
            self.bingos += row["bingos"]


GROUP_LABELS: dict[str, Callable[[str], str]] = {
    "variant": lambda value: get_variant(value).name,
    "language": get_language_name,
    "speed": lambda value: str(RatingSpeed(value).label),
    "versus": lambda value: str(Versus(value).label),
}


@dataclass(frozen=True, slots=True)
class ResultBreakdown:
    """Total results, and the same by variant, language, speed and kind of opponent."""

    total: ResultTotals
    by_variant: tuple[ResultTotals, ...]
    by_language: tuple[ResultTotals, ...]
    by_speed: tuple[ResultTotals, ...]
    by_versus: tuple[ResultTotals, ...]


def build_results(player: Player) -> ResultBreakdown:
    rows = [row for row in query_result_totals(player) if row["result"] != Result.ANNULLED]
    total = ResultTotals("")
    for row in rows:
        total.add(row)
    return ResultBreakdown(total, *(_group_by(field, rows) for field in GROUP_LABELS))


def _group_by(field: str, rows: Iterable[Mapping[str, Any]]) -> tuple[ResultTotals, ...]:
    tallies: dict[str, ResultTotals] = {}
    for row in rows:
        value = row[field]
        tallies.setdefault(value, ResultTotals(GROUP_LABELS[field](value))).add(row)
    return tuple(sorted(tallies.values(), key=lambda tally: -tally.games))
