"""What the founder of a league does: change it, close it, and remove players."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from games.common.names import clean_title
from games.leagues.models import (
    LadderChallenge,
    League,
    LeagueBan,
    LeagueEntry,
    LeagueGame,
    Season,
)
from games.leagues.services.entries import find_open_season
from games.leagues.services.ladders import remove_from_ladder
from games.leagues.services.locking import locked_league
from games.leagues.services.notices import notify_of_league
from games.leagues.services.seasons import WAIT_FOR_PLAYERS, finish_season_if_complete
from games.leagues.terms.settings import BREAK_DAYS, SEASON_DAYS
from games.players.models import Player
from scrabble_site.shared.refusals import Forbidden, InvalidRequest, NotFound


@dataclass(frozen=True, slots=True)
class LeagueChanges:
    """What can be changed in a league; the numbers of days apply from the next start on."""

    title: str
    about: str
    season_days: int
    break_days: int


def is_founder(league: League, player: Player | None) -> bool:
    """Return whether a player manages the league."""
    return player is not None and league.founder_id == player.pk


def require_founder(league: League, player: Player) -> None:
    """Raise ``Forbidden`` for everyone but the founder."""
    if not is_founder(league, player):
        raise Forbidden("league.founder_only")


def edit_league(code: str, founder: Player, changes: LeagueChanges) -> None:
    """Change a league. Raises ``InvalidRequest`` for values out of range."""
    title = clean_title(changes.title)
    if not title:
        raise InvalidRequest("league.no_title")
    if changes.season_days not in SEASON_DAYS or changes.break_days not in BREAK_DAYS:
        raise InvalidRequest("league.days")
    with locked_league(code) as league:
        require_founder(league, founder)
        league.title, league.about = title, changes.about.strip()
        league.season_days, league.break_days = changes.season_days, changes.break_days
        league.save(update_fields=["title", "about", "season_days", "break_days"])


def close_league(code: str, founder: Player, now: datetime) -> None:
    """Start no more seasons and allow no more challenges. What goes on is played to its end.

    Everyone who has signed up is notified. Closing twice changes nothing.
    """
    with locked_league(code) as league:
        require_founder(league, founder)
        if league.closed_at is not None:
            return
        league.closed_at = now
        league.save(update_fields=["closed_at"])
        season = find_open_season(league)
        for entry in season.entries.select_related("player"):
            if entry.player is not None:
                notify_of_league(entry.player, league, "league_closed", now, season=season.number)
        season.entries.all().delete()
        Stage = LadderChallenge.Stage  # noqa: N806 (a class)
        league.challenges.filter(stage=Stage.OPEN).update(stage=Stage.CANCELLED, ended_at=now)


def reopen_league(code: str, founder: Player, now: datetime) -> None:
    """Take sign-ups and challenges again, for at least a week before the next season starts."""
    with locked_league(code) as league:
        require_founder(league, founder)
        if league.closed_at is None:
            return
        league.closed_at = None
        league.save(update_fields=["closed_at"])
        season = find_open_season(league)
        season.starts_at = max(season.starts_at, now + WAIT_FOR_PLAYERS)
        season.save(update_fields=["starts_at"])


def remove_player(code: str, founder: Player, pk: int, now: datetime) -> None:
    """Remove the player of an entry, who may not come back until the founder allows it.

    In the season that goes on, none of their games counts for anyone; the worker ends those that
    are not over. Removing twice changes nothing. Raises ``NotFound`` for an entry of another league
    or of a season that is over.
    """
    with locked_league(code) as league:
        require_founder(league, founder)
        found = LeagueEntry.objects.filter(pk=pk, season__league=league)
        chosen = found.exclude(season__stage=Season.Stage.OVER).select_related("player").first()
        if chosen is None or chosen.player is None:
            raise NotFound("league.no_entry")
        player = chosen.player
        _, is_new = LeagueBan.objects.get_or_create(
            league=league, player=player, defaults={"banned_at": now}
        )
        find_open_season(league).entries.filter(player=player).delete()
        remove_from_ladder(league, player, now)
        running = LeagueEntry.objects.filter(
            season__league=league, season__stage=Season.Stage.RUNNING, player=player
        )
        for entry in running.select_related("season"):
            _void_games(entry, now)
        if is_new:
            notify_of_league(player, league, "league_removed", now)


def readmit_player(code: str, founder: Player, pk: int) -> None:
    """Let the player of a ban sign up again. Games that do not count stay so."""
    with locked_league(code) as league:
        require_founder(league, founder)
        LeagueBan.objects.filter(pk=pk, league=league).delete()


def _void_games(entry: LeagueEntry, now: datetime) -> None:
    entry.removed_at = entry.removed_at or now
    entry.left_at = entry.left_at or now
    entry.save(update_fields=["removed_at", "left_at"])
    theirs = Q(first=entry) | Q(second=entry)
    LeagueGame.objects.filter(theirs, division__season=entry.season).update(
        result=LeagueGame.Result.VOID, difference=0, forfeited=False, unfinished=False
    )
    finish_season_if_complete(entry.season, now)
