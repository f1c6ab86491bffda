"""The list of leagues."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from games.leagues.models import League, Season
from games.leagues.perspective.league_views import describe_league
from games.players.models import Player

MAX_LISTED = 100


@dataclass(frozen=True, slots=True)
class LeagueListing:
    """One line of the list."""

    title: str
    url: str
    summary: tuple[str, ...]
    # The season that players can sign up for.
    next_season: int
    starts_at: datetime
    signed_up: int


def list_leagues() -> tuple[LeagueListing, ...]:
    """Return all leagues, those with the most sign-ups first."""
    seasons = Season.objects.filter(stage=Season.Stage.OPEN).annotate(signed_up=Count("entries"))
    return _read(seasons.order_by("-signed_up", "starts_at", "pk"))


def list_own_leagues(player: Player) -> tuple[LeagueListing, ...]:
    """Return the leagues that a player has founded, or plays in, or whose ladder they are on."""
    theirs = (
        Q(founder=player) | Q(seasons__entries__player=player) | Q(ladder_places__player=player)
    )
    leagues = League.objects.filter(theirs).values("pk")
    seasons = Season.objects.filter(stage=Season.Stage.OPEN, league__in=leagues)
    return _read(seasons.annotate(signed_up=Count("entries")).order_by("starts_at", "pk"))


def _read(seasons: "QuerySet[Season]") -> tuple[LeagueListing, ...]:
    return tuple(
        LeagueListing(
            title=season.league.title,
            url=reverse("games:league", args=[season.league.code]),
            summary=describe_league(season.league),
            next_season=season.number,
            starts_at=season.starts_at,
            signed_up=season.signed_up,  # type: ignore[attr-defined] # annotated
        )
        for season in seasons.select_related("league__lexicon")[:MAX_LISTED]
    )
