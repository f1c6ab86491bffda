"""Leagues for tests of the whole site."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.leagues.models import League
from games.leagues.services.entries import sign_up
from games.leagues.services.ladders import join_ladder
from games.leagues.services.leagues import create_league
from games.leagues.services.seasons import start_season
from games.leagues.terms.settings import LeagueSettings
from games.play.models import Room
from games.play.services.room_settings import RoomSettings
from games.players.models import Player
from games.rules.positions.variants import get_variant
from games.rules.time.clock import TimeControl


def open_league_beside(room: Room, names: Iterable[str], now: datetime) -> League:
    """Make a league that has the room's code and is founded by the room's host.

    The players with these names play in its first season, if they are at least two, and have joined
    its ladder.
    """
    options = get_variant("scrabble").options(clock=TimeControl.read("2d"))
    chosen = LeagueSettings(
        title="Slow League",
        room_settings=RoomSettings("scrabble", "en", room.lexicon, 2, options),
        starts_at=now,
    )
    league = create_league(room.host, chosen, f"form league {room.code}", now - timedelta(days=1))
    League.objects.filter(pk=league.pk).update(code=room.code)
    for name in names:
        player = Player.objects.get(nickname=name)
        sign_up(room.code, player, now)
        join_ladder(room.code, player, now)
    start_season(room.code, now)
    return league
