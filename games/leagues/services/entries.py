"""Signing up for a season, and leaving it before or after it has started."""

from datetime import datetime

from games.leagues.models import League, LeagueEntry, Season
from games.leagues.services.locking import locked_league
from games.players.models import Player
from games.players.services.sanctions import require_may_play
from games.ratings.services.ladders import find_rating_points, get_speed
from games.rules.positions.variants import get_variant
from scrabble_site.shared.refusals import Conflict, Forbidden

MAX_ENTRIES = 1000


def sign_up(code: str, player: Player, now: datetime) -> LeagueEntry:
    """Sign up for the next season. Signing up twice changes nothing.

    Raises ``Conflict`` for a season that is full or a league that is closed, and ``Forbidden`` for
    a player who may not play, was removed from the league or, in a rated one, is a guest.
    """
    with locked_league(code) as league:
        season = find_open_season(league)
        known: LeagueEntry | None = season.entries.filter(player=player).first()
        if known is not None:
            return known
        require_may_enter(league, player, now)
        if season.entries.count() >= MAX_ENTRIES:
            raise Conflict("league.full")
        return LeagueEntry.objects.create(
            season=season, player=player, rating=_get_rating(league, player), entered_at=now
        )


def cancel_sign_up(code: str, player: Player) -> None:
    """Take back a sign-up for the next season. Doing so twice changes nothing."""
    with locked_league(code) as league:
        find_open_season(league).entries.filter(player=player).delete()


def leave_season(code: str, player: Player, now: datetime) -> None:
    """Give up in the season that goes on: all games that are not over are lost.

    The worker ends their games (:mod:`games.leagues.services.departures`). Leaving twice changes
    nothing. Raises ``Forbidden`` for a player who is not in the season.
    """
    with locked_league(code) as league:
        running = LeagueEntry.objects.filter(
            season__league=league, season__stage=Season.Stage.RUNNING, player=player
        )
        if not running.exists():
            raise Forbidden("league.not_entered")
        running.filter(left_at=None).update(left_at=now)


def require_may_enter(league: League, player: Player, now: datetime) -> None:
    """Raise ``Forbidden`` for a player who may not play, or may not play rated games, or was
    removed from the league, and ``Conflict`` if the league is closed."""
    if league.closed_at is not None:
        raise Conflict("league.closed")
    require_may_play(player, now)
    if league.bans.filter(player=player).exists():
        raise Forbidden("league.removed")
    if league.rated and player.user_id is None:
        raise Forbidden("rated.members_only")


def find_open_season(league: League) -> Season:
    """Return the season that players can sign up for. There always is one."""
    return Season.objects.get(league=league, stage=Season.Stage.OPEN)


def _get_rating(league: League, player: Player) -> int:
    variant = get_variant(league.variant)
    speed = get_speed(variant, variant.options(**league.options))
    return find_rating_points(player, (league.variant, league.lexicon.language, speed.value))
