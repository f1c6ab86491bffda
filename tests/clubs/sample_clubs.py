"""Clubs for tests of the whole site."""

from collections.abc import Iterable
from datetime import date, datetime, time

from games.clubs.models import Club, ClubRequest
from games.clubs.services.calendars import renew_calendar
from games.clubs.services.chat import send_club_message
from games.clubs.services.clubs import create_club
from games.clubs.services.matches import offer_match
from games.clubs.services.membership import join_club
from games.clubs.services.nights import plan_night
from games.clubs.services.seasons import add_season
from games.clubs.terms.settings import (
    ClubSettings,
    MatchSettings,
    NightSettings,
    SeasonSettings,
)
from games.play.models import Room
from games.play.services.room_settings import RoomSettings
from games.players.models import Player
from games.rules.positions.variants import get_variant
from lexicon.models import Lexicon

YEAR = date(2026, 1, 1), date(2026, 12, 31)


def open_club_beside(room: Room, owner: Player, names: Iterable[str], now: datetime) -> Club:
    """Make a club that has the room's code and is owned by a member.

    Members with these names have joined it. It has a night, a season, a message and a match that it
    has offered to a club of its own owner.
    """
    club = create_club(owner, ClubSettings("Spellers", "We meet on Tuesdays."), "club", now)
    other = create_club(owner, ClubSettings("Other spellers"), "another club", now)
    for name in names:
        join_club(club.code, Player.objects.get(nickname=name), now)
    rooms = build_rooms(room)
    night = NightSettings(
        title="Tuesday night",
        room_settings=rooms,
        weekday=1,
        begins_at=time(19),
        first_day=YEAR[0],
        method="swiss",
        rounds=1,
        on_boards=True,
    )
    plan_night(club.code, owner, night, now, "night")
    add_season(club.code, owner, SeasonSettings("The year", *YEAR), now, "season")
    offer_match(club.code, owner, MatchSettings(other.code, 2, rooms), now, "match")
    send_club_message(club.code, owner, "See you on Tuesday", "message", now)
    renew_calendar(owner, now)
    Club.objects.filter(pk=club.pk).update(code=room.code)
    club.refresh_from_db()
    return club


def open_hidden_club(owner: Player, asking: Player, title: str, now: datetime) -> Club:
    """Make a club that is not listed, and that a player has asked to join."""
    club = create_club(owner, ClubSettings(title, joining="request"), f"form {title}", now)
    ClubRequest.objects.create(club=club, player=asking, text=f"let me into {title}", made_at=now)
    Club.objects.filter(pk=club.pk).update(joining=Club.Joining.LINK)
    return club


def build_rooms(room: Room) -> RoomSettings:
    return build_rooms_of(room.lexicon)


def build_rooms_of(lexicon: Lexicon) -> RoomSettings:
    return RoomSettings("scrabble", "en", lexicon, 2, get_variant("scrabble").options())
