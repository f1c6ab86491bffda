"""Events for tests of the whole site."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils import timezone

from games.events.models import Entrant, Event
from games.events.services.entries import enter_event
from games.events.services.events import create_event
from games.events.services.rounds import pair_next_round, start_round
from games.events.terms.settings import EventSettings, plan_rounds
from games.pairing.event import Method
from games.play.models import Room
from games.play.services.room_settings import RoomSettings
from games.players.models import Player
from games.rules.positions.variants import get_variant
from tests.duplicate.sample_games import open_duplicate_beside
from tests.leagues.sample_leagues import open_league_beside


def open_games_beside(room: Room, names: Iterable[str]) -> None:
    """Start a duplicate game, an event and a league with the room's code and these players."""
    players = tuple(names)
    open_duplicate_beside(room, players)
    open_event_beside(room, players, timezone.now())
    open_league_beside(room, players, timezone.now())


def open_event_beside(room: Room, names: Iterable[str], now: datetime) -> Event:
    """Start an event on real boards that has the room's code and is directed by the room's host.

    The players with these names have entered it, and its first round is being played.
    """
    event = open_unlisted_event(room.host, room, "Autumn Cup", now, entry="anyone")
    Event.objects.filter(pk=event.pk).update(code=room.code)
    for name in names:
        enter_event(room.code, Player.objects.get(nickname=name), now)
    pair_next_round(room.code, room.host, now)
    start_round(room.code, room.host, now)
    event.refresh_from_db()
    return event


def open_team_event(director: Player, room: Room, now: datetime) -> Entrant:
    """Start an event with a game between two guests, whose racks others may share.

    It has the dictionary of ``room``. Returns the first entrant.
    """
    event = open_unlisted_event(
        director, room, "Shared racks", now, entry="anyone", on_boards=False, shared_racks=True
    )
    guests = [Player.objects.create(nickname=name) for name in ("Sienna", "Umber")]
    first, _second = (enter_event(event.code, guest, now) for guest in guests)
    pair_next_round(event.code, director, now)
    start_round(event.code, director, now)
    return first


def open_unlisted_event(
    director: Player, room: Room, title: str, now: datetime, **changes: Any
) -> Event:
    """Make an event with the dictionary of a room; only those with its link have access.

    ``changes`` are settings that differ.
    """
    options = get_variant("scrabble").options()
    chosen = EventSettings(
        title=title,
        room_settings=RoomSettings("scrabble", "en", room.lexicon, 2, options),
        plan=plan_rounds(Method.SWISS, 3),
        **{"on_boards": True, "entry": "link", **changes},
    )
    return create_event(director, chosen, f"form {title} {room.code}", now)
