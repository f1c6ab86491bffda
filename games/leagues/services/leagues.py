"""Making leagues."""

import secrets
from datetime import datetime
from typing import Any

from games.common.form_keys import SAME_FORM_WITHIN
from games.common.names import clean_title
from games.leagues.models import League, Season
from games.leagues.terms.settings import BREAK_DAYS, SEASON_DAYS, LeagueSettings
from games.play.models.rooms import new_code
from games.play.services.locking import write_transaction
from games.play.services.room_settings import RoomSettings
from games.players.models import Player
from games.players.services.sanctions import require_may_play
from scrabble_site.shared.refusals import Conflict, InvalidRequest

MAX_FOUNDED = 5
"""How many leagues one player may found."""
SEED_BITS = 62


def create_league(founder: Player, chosen: LeagueSettings, key: str, now: datetime) -> League:
    """Make a league, with a first season that is open for sign-ups. A form sent twice makes one.

    Raises ``InvalidRequest`` for settings out of range, and ``Conflict`` for a player who has
    founded too many leagues.
    """
    columns = _build_columns(chosen, now)
    require_may_play(founder, now)
    with write_transaction():
        # Two forms of one player, sent at the same moment, are handled one after the other.
        founder = Player.objects.select_for_update(no_key=True).get(pk=founder.pk)
        founded = League.objects.filter(founder=founder)
        if key:
            same = founded.filter(key=key, created_at__gt=now - SAME_FORM_WITHIN).first()
            if same is not None:
                return same
        if founded.count() >= MAX_FOUNDED:
            raise Conflict("league.many", n=MAX_FOUNDED)
        league = League.objects.create(
            code=new_code(),
            founder=founder,
            seed=secrets.randbits(SEED_BITS),
            key=key,
            created_at=now,
            **columns,
        )
        Season.objects.create(league=league, number=1, starts_at=chosen.starts_at)
    return league


def build_room_settings(league: League) -> RoomSettings:
    """Return the settings of the rooms of a league; ``league`` comes with its dictionary."""
    return RoomSettings.planned(league, 2, public=True, title=league.title[:60])


def _build_columns(chosen: LeagueSettings, now: datetime) -> dict[str, Any]:
    rooms, title = chosen.room_settings, clean_title(chosen.title)
    if not title:
        raise InvalidRequest("league.no_title")
    if rooms.options.clock.turn_days is None or rooms.seats != 2:
        raise InvalidRequest("league.days")
    if chosen.season_days not in SEASON_DAYS or chosen.break_days not in BREAK_DAYS:
        raise InvalidRequest("league.days")
    if chosen.starts_at <= now:
        raise InvalidRequest("league.start")
    if rooms.lexicon.current_revision_id is None:
        raise InvalidRequest("room.lexicon_empty")
    return {
        "title": title,
        "about": chosen.about.strip(),
        **rooms.planned_columns(),
        "season_days": chosen.season_days,
        "break_days": chosen.break_days,
    }
