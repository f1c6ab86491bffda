"""The page of a league: a season with its divisions, standings and games, and what one can do."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from games.leagues.models import Division, League, LeagueEntry, LeagueGame, Season
from games.leagues.perspective.own_games import OwnLeagueGame, list_own_games
from games.leagues.perspective.people import build_person
from games.leagues.perspective.wording import count_season_days, count_turn_days
from games.leagues.services.management import is_founder
from games.leagues.services.seasons import get_seed, list_removed_last
from games.pairing.leagues import count_movers, rank_division
from games.play.perspective.viewdata import PersonView
from games.players.models import Player
from games.rules.positions.variants import get_variant

Result = LeagueGame.Result


@dataclass(frozen=True, slots=True)
class StandingView:
    """A player's line in the standings of a division."""

    place: int
    person: PersonView
    points: int
    spread: int
    wins: int
    draws: int
    losses: int
    # Games without a result.
    left_to_play: int
    # "up", "down" or "": where this line leads, as things stand or after the season.
    zone: str
    gave_up: bool
    # By the founder: none of the player's games counts.
    removed: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class LeagueGameView:
    """A game of a division, from its first player's view."""

    first: PersonView
    second: PersonView
    url: str
    result: str
    difference: int
    forfeited: bool
    unfinished: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class DivisionView:
    number: int
    standings: tuple[StandingView, ...]
    # How many move up, and how many down.
    moving_up: int
    moving_down: int
    # Games that go on, the viewer's own first, and those that are over.
    remaining: tuple[LeagueGameView, ...]
    finished: tuple[LeagueGameView, ...]
    mine: bool


@dataclass(frozen=True, slots=True)
class SeasonView:
    """A season that has started."""

    number: int
    stage: str
    starts_at: datetime
    ends_at: datetime | None
    # Numbers of all divisions, and the one that is shown.
    divisions: tuple[int, ...]
    division: DivisionView


@dataclass(frozen=True, slots=True)
class LeagueView:
    """The page of a league."""

    code: str
    title: str
    about: str
    summary: tuple[str, ...]
    # The season shown: the one that goes on, or else the last one. None before the first start.
    season: SeasonView | None
    # Numbers of all seasons that have started.
    seasons: tuple[int, ...]
    # The season that players can sign up for.
    next_number: int
    next_starts_at: datetime
    signed_up: tuple[PersonView, ...]
    entered: bool
    # Whether the viewer plays in the season that goes on, and has not given up.
    plays: bool
    # The viewer's games of the season shown that are not over.
    own_games: tuple[OwnLeagueGame, ...]
    # Whether the season shown comes before the sign-up for the next one.
    season_first: bool
    guest_may_enter: bool
    closed: bool
    # Whether the founder has removed the viewer.
    banned: bool
    # Whether the viewer manages the league.
    managing: bool


def build_league_view(
    league: League,
    viewer: Player | None,
    now: datetime,
    number: int | None = None,
    division: int | None = None,
) -> LeagueView | None:
    """Return the page of a league with one of its seasons, or ``None`` if there is no such one.

    ``division`` is the number of the one to show; by default the viewer's own, or the strongest.
    """
    seasons = list(league.seasons.order_by("number"))
    started = [season for season in seasons if season.stage != Season.Stage.OPEN]
    coming = next(season for season in seasons if season.stage == Season.Stage.OPEN)
    shown = started[-1] if started else None
    if number is not None:
        shown = next((season for season in started if season.number == number), None)
        if shown is None:
            return None
    entries = list(coming.entries.select_related("player").order_by("entered_at", "pk"))
    running = LeagueEntry.objects.filter(
        season__league=league, season__stage=Season.Stage.RUNNING, left_at=None
    )
    plays = viewer is not None and running.filter(player=viewer).exists()
    return LeagueView(
        code=league.code,
        title=league.title,
        about=league.about,
        summary=describe_league(league),
        season=None if shown is None else build_season_view(shown, viewer, division),
        seasons=tuple(season.number for season in started),
        next_number=coming.number,
        next_starts_at=coming.starts_at,
        signed_up=tuple(map(build_person, entries)),
        entered=viewer is not None and any(entry.player_id == viewer.pk for entry in entries),
        plays=plays,
        own_games=list_own_games(shown, viewer, now) if shown and viewer else (),
        season_first=plays or number is not None,
        guest_may_enter=not league.rated,
        closed=league.closed_at is not None,
        banned=viewer is not None and league.bans.filter(player=viewer).exists(),
        managing=is_founder(league, viewer),
    )


def describe_league(league: League) -> tuple[str, ...]:
    """Return a few words about each setting; ``league`` comes with its dictionary."""
    variant = get_variant(league.variant)
    days = variant.options(**league.options).clock.turn_days or 0
    return (
        str(variant.name),
        league.lexicon.shown_name,
        count_turn_days(days),
        count_season_days(league.season_days),
    )


def build_season_view(season: Season, viewer: Player | None, division: int | None) -> SeasonView:
    """Return a season with one of its divisions."""
    numbers = tuple(season.divisions.values_list("number", flat=True))
    if division not in numbers:
        own = season.entries.filter(player=viewer, division__isnull=False) if viewer else None
        division = own.values_list("division__number", flat=True).first() if own else None
    rows = season.divisions.prefetch_related(
        "entries__player",
        "games__first__player",
        "games__second__player",
        "games__game__room",
    )
    shown = rows.get(number=division or 1)
    return SeasonView(
        number=season.number,
        stage=season.stage,
        starts_at=season.starts_at,
        ends_at=season.ends_at,
        divisions=numbers,
        division=_build_division(season, shown, len(numbers), viewer),
    )


def _build_division(
    season: Season, division: Division, count: int, viewer: Player | None
) -> DivisionView:
    entries = {entry.pk: entry for entry in division.entries.all()}
    games = list(division.games.all())
    mine = {
        pk for pk, entry in entries.items() if viewer is not None and entry.player_id == viewer.pk
    }
    shown = [_build_game(row, mine) for row in games]
    remaining = [view for view in shown if view.result == Result.NONE]
    movers = count_movers(len(entries))
    return DivisionView(
        number=division.number,
        standings=tuple(_list_standings(season, division, entries, games, count, mine)),
        moving_up=movers if division.number > 1 else 0,
        moving_down=movers if division.number < count else 0,
        remaining=tuple(sorted(remaining, key=lambda view: not view.mine)),
        finished=tuple(view for view in shown if view.result != Result.NONE),
        mine=bool(mine),
    )


def _list_standings(
    season: Season,
    division: Division,
    entries: dict[int, LeagueEntry],
    games: Iterable[LeagueGame],
    count: int,
    mine: set[int],
) -> Iterable[StandingView]:
    counted = [row.to_result() for row in games if row.result not in (Result.NONE, Result.VOID)]
    unplayed = [row for row in games if row.result == Result.NONE]
    movers = count_movers(len(entries))
    lines = list_removed_last(rank_division(entries, counted, get_seed(season)), entries)
    for index, line in enumerate(lines):
        entry, zone = entries[line.player], ""
        if index < movers and division.number > 1:
            zone = "up"
        elif index >= len(lines) - movers and division.number < count:
            zone = "down"
        yield StandingView(
            place=line.place,
            person=build_person(entry),
            points=line.points,
            spread=line.spread,
            wins=line.wins,
            draws=line.draws,
            losses=line.losses,
            left_to_play=sum(entry.pk in (row.first_id, row.second_id) for row in unplayed),
            zone=zone,
            gave_up=entry.left_at is not None,
            removed=entry.removed_at is not None,
            mine=entry.pk in mine,
        )


def _build_game(row: LeagueGame, mine: set[int]) -> LeagueGameView:
    return LeagueGameView(
        first=build_person(row.first),
        second=build_person(row.second),
        url=_get_url(row),
        result=row.result,
        difference=row.difference,
        forfeited=row.forfeited,
        unfinished=row.unfinished,
        mine=row.first_id in mine or row.second_id in mine,
    )


def _get_url(row: LeagueGame) -> str:
    """Return the room while the game is played, and its record afterwards."""
    if row.game is None:
        return ""
    if row.game.is_finished:
        return reverse("games:record", args=[row.game_id])
    return reverse("games:room", args=[row.game.room.code])
