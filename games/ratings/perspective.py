"""What ratings show: leaderboards, and the ratings of one player with their curves."""

from dataclasses import dataclass
from datetime import datetime
from math import ceil

from django.core.paginator import Page, Paginator
from django.db.models import F, Max, Min, Q
from django.db.models.functions import Mod
from django.urls import reverse
from django.utils.translation import ngettext

from games.players.models import Player
from games.ratings.models import PROVISIONAL, Ladder, Rating, RatingChange, Speed
from games.ratings.services.scale import MIDDLE, points_of, tell_points
from games.rules.variants import get_variant
from lexicon.alphabets import list_languages

A_PAGE = 50
"""Places of a leaderboard shown at once."""

MOST_POINTS = 240
"""Points of a curve: more than are told apart."""

LATEST = 20
"""Games of a curve that its table lists."""


@dataclass(frozen=True, slots=True)
class LadderName:
    """A ladder in words."""

    variant: str
    language: str
    speed: str
    url: str

    @property
    def text(self) -> str:
        return f"{self.variant} · {self.language} · {self.speed}"


@dataclass(frozen=True, slots=True)
class Placed:
    """One line of a leaderboard."""

    place: int
    player: Player
    points: int
    games: int


@dataclass(frozen=True, slots=True)
class Step:
    """What a rating was after one game. ``points`` as text, with the "?" of the first games."""

    number: int
    points: str
    change: int
    ended_at: datetime | None
    url: str


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """One rating of a player: what it is, has been at most and at least, and how it went.

    ``curve`` holds (number of the game, points), from the start at game 0 on.
    """

    ladder: LadderName
    points: str
    provisional: bool
    games: int
    highest: int
    lowest: int
    curve: tuple[tuple[int, int], ...]
    latest: tuple[Step, ...]

    @property
    def said(self) -> str:
        """What the curve shows, for those who do not see it."""
        text = ngettext(
            "Rating after %(n)s game: %(now)s, between %(low)s and %(high)s",
            "Rating over %(n)s games: now %(now)s, between %(low)s and %(high)s",
            self.games,
        )
        told = {"n": self.games, "now": self.points, "low": self.lowest, "high": self.highest}
        return text % told


def name_ladder(ladder: Ladder) -> LadderName:
    return LadderName(
        variant=get_variant(ladder.variant).name,
        language=name_language(ladder.language),
        speed=str(Speed(ladder.speed).label),
        url=reverse("games:leaderboard", args=[ladder.variant, ladder.language, ladder.speed]),
    )


def name_language(code: str) -> str:
    """What a language is called; the code itself where no tiles are known for it."""
    return dict(list_languages()).get(code, code)


def look_at_ladders() -> list[LadderName]:
    """All ladders on which somebody has been rated, the busiest first."""
    return [name_ladder(one) for one in Ladder.objects.filter(games__gt=0).order_by("-games", "pk")]


def look_at_leaderboard(ladder: Ladder, page: str | None) -> tuple[Page[Rating], list[Placed]]:
    """One page of a ladder's leaderboard. Provisional ratings, and people who have left, are not
    on it. ``page`` is what was asked for: the nearest there is is shown."""
    ranked = ladder.ratings.filter(games__gte=PROVISIONAL, player__user__isnull=False)
    shown = Paginator(ranked.order_by("-mu", "player").select_related("player"), A_PAGE)
    found = shown.get_page(page)
    lines = [
        Placed(place, row.player, points_of(row.mu), row.games)
        for place, row in enumerate(found, found.start_index())
    ]
    return found, lines


def look_at_ratings(player: Player) -> list[RatingHistory]:
    """Everything a player is rated in, the ladder they play most first."""
    rows = Rating.objects.filter(player=player).select_related("ladder").order_by("-games", "pk")
    return [_history(row) for row in rows]


def _history(row: Rating) -> RatingHistory:
    bounds = row.changes.aggregate(most=Max("mu"), least=Min("mu"))
    step = ceil(row.games / MOST_POINTS)
    sampled = row.changes.annotate(rest=Mod(F("number"), step))
    points = sampled.filter(Q(rest=0) | Q(number=row.games)).order_by("number")
    curve = [(number, points_of(mu)) for number, mu in points.values_list("number", "mu")]
    return RatingHistory(
        ladder=name_ladder(row.ladder),
        points=tell_points(points_of(row.mu), row.games),
        provisional=row.games < PROVISIONAL,
        games=row.games,
        highest=max(MIDDLE, points_of(bounds["most"])),
        lowest=min(MIDDLE, points_of(bounds["least"])),
        curve=((0, MIDDLE), *curve),
        latest=_latest(row),
    )


def _latest(row: Rating) -> tuple[Step, ...]:
    rows = row.changes.select_related("rated_game__game").order_by("-number")
    found = list(rows.defer("rated_game__game__state")[: LATEST + 1])
    before = [points_of(one.mu) for one in found[1:]] + [MIDDLE]
    return tuple(_step(one, was) for one, was in zip(found[:LATEST], before, strict=False))


def _step(change: RatingChange, before: int) -> Step:
    points = points_of(change.mu)
    game = change.rated_game.game
    return Step(
        number=change.number,
        points=tell_points(points, change.number),
        change=points - before,
        ended_at=game.ended_at,
        url=reverse("games:record", args=[game.pk]),
    )
