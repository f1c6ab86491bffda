"""A player's results, added up by game, language, speed and kind of opponent.

One query groups thousands of rows into a few; every table is added up from those.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Sum

from games.people.models import PlayedGame
from games.players.models import Player
from games.ratings.models import Speed
from games.ratings.perspective import name_language
from games.rules.variants import get_variant

Result, Versus = PlayedGame.Result, PlayedGame.Versus


@dataclass
class Tally:
    """Results of one kind. Annulled games are not among them."""

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
        """Points a game."""
        return round(self.points / self.games) if self.games else 0

    @property
    def share(self) -> int:
        """Games won, of a hundred; a drawn one is half won."""
        return round(100 * (self.won + self.drawn / 2) / self.games) if self.games else 0

    def add(self, row: Mapping[str, Any]) -> None:
        setattr(self, row["result"], getattr(self, row["result"]) + row["games"])
        self.points += row["points"]
        self.highest = max(row["highest"], self.highest or row["highest"])
        self.bingos += row["all_bingos"]


LABELS: dict[str, Callable[[str], str]] = {
    "variant": lambda value: get_variant(value).name,
    "language": name_language,
    "speed": lambda value: str(Speed(value).label),
    "versus": lambda value: str(Versus(value).label),
}


@dataclass(frozen=True, slots=True)
class Results:
    """All results, and the same told apart by game and so on."""

    total: Tally
    by_variant: tuple[Tally, ...]
    by_language: tuple[Tally, ...]
    by_speed: tuple[Tally, ...]
    by_versus: tuple[Tally, ...]


def add_up(player: Player) -> Results:
    rows = list(
        PlayedGame.objects.filter(player=player)
        .exclude(result=Result.ANNULLED)
        .values(*LABELS, "result")
        .annotate(
            games=Count("pk"),
            points=Sum("score"),
            highest=Max("score"),
            all_bingos=Sum("bingos"),
        )
        .order_by()
    )
    total = Tally("")
    for row in rows:
        total.add(row)
    return Results(total, *(_by(field, rows) for field in LABELS))


def _by(field: str, rows: Iterable[Mapping[str, Any]]) -> tuple[Tally, ...]:
    tallies: dict[str, Tally] = {}
    for row in rows:
        value = row[field]
        tallies.setdefault(value, Tally(LABELS[field](value))).add(row)
    return tuple(sorted(tallies.values(), key=lambda tally: -tally.games))
