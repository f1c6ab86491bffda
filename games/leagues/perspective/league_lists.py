"""The list of leagues."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from games.leagues.models import League, LeagueEntry, Season
from games.leagues.perspective.league_views import describe_league
from games.players.models import Player

MAX_LISTED = 100


@dataclass(frozen=True, slots=True)
class LeagueListing:
    """One line of the list."""

    title: str
    url: str
    summary: tuple[str, ...]
    # The season that goes on, 0 for none, and how many play in it.
    season: int
    players: int
    # The season that players can sign up for.
    next_season: int
    starts_at: datetime
    signed_up: int
    closed: bool


def list_leagues() -> tuple[LeagueListing, ...]:
    """Return the open leagues, those with the most entries over all their seasons first."""
    seasons = Season.objects.filter(stage=Season.Stage.OPEN, league__closed_at=None)
    busy = seasons.annotate(ever=Count("league__seasons__entries"))
    return _read(busy.order_by("-ever", "starts_at", "pk"))


def list_own_leagues(player: Player) -> tuple[LeagueListing, ...]:
    """Return the leagues that a player has founded, or plays in, or whose ladder they are on."""
    theirs = (
        Q(founder=player) | Q(seasons__entries__player=player) | Q(ladder_places__player=player)
    )
    leagues = League.objects.filter(theirs).values("pk")
    seasons = Season.objects.filter(stage=Season.Stage.OPEN, league__in=leagues)
    return _read(seasons.order_by("starts_at", "pk"))


def _read(seasons: QuerySet[Season]) -> tuple[LeagueListing, ...]:
    rows = list(seasons.select_related("league__lexicon")[:MAX_LISTED])
    signed_up = _count_entries(season.pk for season in rows)
    leagues = [season.league_id for season in rows]
    going_on = Season.objects.filter(league__in=leagues, stage=Season.Stage.RUNNING)
    running = {season.league_id: season for season in going_on}
    playing = _count_entries(season.pk for season in running.values())
    return tuple(
        LeagueListing(
            title=season.league.title,
            url=reverse("games:league", args=[season.league.code]),
            summary=describe_league(season.league),
            next_season=season.number,
            starts_at=season.starts_at,
            signed_up=signed_up.get(season.pk, 0),
            closed=season.league.closed_at is not None,
            season=current.number if current else 0,
            players=playing.get(current.pk, 0) if current else 0,
        )
        for season in rows
        for current in (running.get(season.league_id),)
    )


def _count_entries(seasons: Iterable[int]) -> dict[int, int]:
    """Return, by season, how many have signed up for it or play in it."""
    rows = LeagueEntry.objects.filter(season__in=list(seasons)).order_by()
    return dict(rows.values_list("season").annotate(Count("pk")))
