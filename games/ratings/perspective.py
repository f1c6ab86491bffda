"""Leaderboards, and one player's ratings with their curves."""

from dataclasses import dataclass
from datetime import datetime
from math import ceil
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import Max, Min
from django.urls import reverse
from django.utils.translation import ngettext

from games.players.models import Player
from games.ratings.models import PROVISIONAL_GAMES, Ladder, Rating, RatingChange, RatingSpeed
from games.ratings.services.game_weights import get_percentage
from games.ratings.services.rating_scale import MEAN_POINTS, format_points, get_points
from games.rules.positions.variants import get_variant
from lexicon.terms.alphabets import list_languages
from scrabble_site.shared.language_names import translate_language_name

PLACES_PER_PAGE = 50
"""Places per page of a leaderboard."""

MAX_CURVE_POINTS = 240
"""Most points of a curve. More could not be told apart."""

LATEST_GAMES = 20
"""Games listed in the table below a curve."""


@dataclass(frozen=True, slots=True)
class LadderLabel:
    """A ladder in words, and the URL of its leaderboard."""

    variant: str
    language: str
    speed: str
    url: str

    @property
    def text(self) -> str:
        return f"{self.variant} · {self.language} · {self.speed}"


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One line of a leaderboard."""

    place: int
    player: Player
    points: int
    games: int


@dataclass(frozen=True, slots=True)
class RatingStep:
    """A rating after one game."""

    number: int
    # As text, with a "?" while the rating is provisional.
    points: str
    change: int
    # How much of the game counted, in per cent.
    share: int
    ended_at: datetime | None
    url: str


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """One rating of a player, with its extremes and its course."""

    ladder: LadderLabel
    points: str
    provisional: bool
    games: int
    highest: int
    lowest: int
    # Pairs of game number and points, from game 0 on.
    curve: tuple[tuple[int, int], ...]
    latest: tuple[RatingStep, ...]

    @property
    def description(self) -> str:
        """Text alternative of the curve."""
        text = ngettext(
            "Rating after %(n)s game: %(now)s (lowest %(low)s, highest %(high)s)",
            "Rating after %(n)s games: %(now)s (lowest %(low)s, highest %(high)s)",
            self.games,
        )
        values = {"n": self.games, "now": self.points, "low": self.lowest, "high": self.highest}
        return text % values


def build_ladder_label(ladder: Ladder) -> LadderLabel:
    return LadderLabel(
        variant=get_variant(ladder.variant).name,
        language=get_language_name(ladder.language),
        speed=str(RatingSpeed(ladder.speed).label),
        url=reverse("games:leaderboard", args=[ladder.variant, ladder.language, ladder.speed]),
    )


def get_language_name(code: str) -> str:
    """Return the name of a language, or its code if it has no tile set."""
    return translate_language_name(dict(list_languages()).get(code, code))


def list_ladders() -> list[LadderLabel]:
    """Return all ladders with rated games, busiest first."""
    return [
        build_ladder_label(one)
        for one in Ladder.objects.filter(games__gt=0).order_by("-games", "pk")
    ]


def build_leaderboard(ladder: Ladder, page: str | None) -> tuple[Page[UUID], list[LeaderboardRow]]:
    """Return one page of a ladder's leaderboard, without provisional ratings and former members.

    ``page`` is the requested page number; the nearest existing page is returned. Places are counted
    in an index alone, and only the rows of this page are read.
    """
    ranked = ladder.ratings.filter(games__gte=PROVISIONAL_GAMES, departed=False).order_by(
        "-mu", "player"
    )
    found = Paginator(ranked.values_list("player", flat=True), PLACES_PER_PAGE).get_page(page)
    listed = list(found)
    rows = ladder.ratings.filter(player__in=listed, player__user__isnull=False)
    rows_by_player = {row.player_id: row for row in rows.select_related("player")}
    lines = [
        LeaderboardRow(place, row.player, get_points(row.mu), row.games)
        for place, player in enumerate(listed, found.start_index())
        # A player may have left between the two queries.
        if (row := rows_by_player.get(player))
    ]
    return found, lines


def list_rating_histories(player: Player) -> list[RatingHistory]:
    """Return all ratings of a player, the ladder with the most games first."""
    rows = Rating.objects.filter(player=player).select_related("ladder").order_by("-games", "pk")
    return [_build_history(row) for row in rows]


def _build_history(row: Rating) -> RatingHistory:
    bounds = row.changes.aggregate(highest=Max("mu"), lowest=Min("mu"))
    step = ceil(row.games / MAX_CURVE_POINTS)
    # Evenly spaced games, and always the last.
    sampled = {*range(step, row.games, step), row.games} if step else set()
    points = row.changes.filter(number__in=sampled).order_by("number")
    curve = [(number, get_points(mu)) for number, mu in points.values_list("number", "mu")]
    return RatingHistory(
        ladder=build_ladder_label(row.ladder),
        points=format_points(get_points(row.mu), row.games),
        provisional=row.games < PROVISIONAL_GAMES,
        games=row.games,
        # Includes the start, which is no row.
        highest=max(MEAN_POINTS, get_points(bounds["highest"])),
        lowest=min(MEAN_POINTS, get_points(bounds["lowest"])),
        curve=((0, MEAN_POINTS), *curve),
        latest=_list_latest(row),
    )


def _list_latest(row: Rating) -> tuple[RatingStep, ...]:
    rows = row.changes.select_related("rated_game__game").order_by("-number")
    found = list(rows.defer("rated_game__game__state")[: LATEST_GAMES + 1])
    # Each change is compared with the one before; the first game started from the mean.
    before = [get_points(one.mu) for one in found[1:]] + [MEAN_POINTS]
    return tuple(
        _build_step(one, was) for one, was in zip(found[:LATEST_GAMES], before, strict=False)
    )


def _build_step(change: RatingChange, before: int) -> RatingStep:
    points = get_points(change.mu)
    game = change.rated_game.game
    return RatingStep(
        number=change.number,
        points=format_points(points, change.number),
        change=points - before,
        share=get_percentage(change.weight),
        ended_at=game.ended_at,
        url=reverse("games:record", args=[game.pk]),
    )
