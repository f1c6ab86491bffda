"""Find an opponent: take a seat in a waiting room that fits, or open a new room."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.lobby.terms.filters import list_facet_values, matches_filter
from games.play.models import Room, SeatMember
from games.play.services import rooms, seats
from games.play.services.abandoned_rooms import delete_own_empty_room
from games.play.services.locking import exclusive_transaction, get_current_game
from games.play.services.naming import get_or_create_player
from games.play.services.room_settings import RoomSettings
from games.play.terms.seating import AWAY_AFTER, get_seating, list_seats
from games.players.models import Player
from scrabble_site.shared.refusals import InvalidRequest, Refusal

MAX_TRIED = 100
"""Waiting rooms that are considered."""


def find_or_open_game(
    visitor: UUID,
    nickname: str,
    chosen: Mapping[str, str],
    room_settings: RoomSettings | None,
    now: datetime,
    *,
    key: str = "",
) -> Room:
    """Take a seat in the waiting room that fits the filter, or open a room with these settings.

    Of several fitting rooms with people in them, the one that has waited longest is taken. A new
    room starts once it is full. If two players ask at the same moment, one opens the room and the
    other sits down in it. A player who already waits in a fitting room of their own returns to it.
    The same form (by its ``key``) sent twice takes one seat.

    Raises ``InvalidRequest`` if the choices do not go together.
    """
    # A new name locks the rooms where it is shown and then the player; the rooms that are tried
    # below come later, so the name has a transaction of its own.
    player = get_or_create_player(visitor, nickname)
    with exclusive_transaction("play now"):
        taken = _find_seat_by_key(player, key, chosen)
        if taken is not None:
            return taken
        for room in _list_waiting_rooms(player, chosen, now):
            if _try_to_sit(room, player, now):
                _leave_own_waiting(player)
                _save_key(room, player, key)
                return room
        own = [
            room
            for room in _list_own_waiting(player)
            if matches_filter(list_facet_values(room), chosen)
        ]
        if own:
            return own[0]
        if room_settings is None:
            raise InvalidRequest("pairing.none")
        _leave_own_waiting(player)
        rooms.delete_oldest_open_room(player)
        room = rooms.open_room(player, room_settings, now)
        _save_key(room, player, key)
        return room


def _find_seat_by_key(player: Player, key: str, chosen: Mapping[str, str]) -> Room | None:
    """Return the room of an open game in which this form has given the player a seat.

    Another choice on the same page, such as a different clock, is another form.
    """
    if not key:
        return None
    taken = Room.objects.filter(
        games__holders__player=player, games__holders__key=key, games__holders__game_over=False
    )
    return next(
        (
            room
            for room in taken.select_related("lexicon")
            if matches_filter(list_facet_values(room), chosen)
        ),
        None,
    )


def _save_key(room: Room, player: Player, key: str) -> None:
    """Note on the player's seat which form has given it to them."""
    SeatMember.objects.filter(game__room=room, player=player, game_over=False).update(key=key)


def _list_waiting_rooms(player: Player, chosen: Mapping[str, str], now: datetime) -> Iterator[Room]:
    """Yield rooms that this player may be able to join, the longest wait first."""
    waiting = Room.objects.filter(
        public=True, locked=False, stage=Room.Stage.WAITING, seen_at__gt=now - 2 * AWAY_AFTER
    )
    sits = SeatMember.objects.filter(player=player, game_over=False).values("game__room")
    others = waiting.exclude(host=player).exclude(pk__in=sits).select_related("lexicon", "host")
    for room in others.order_by("pk")[:MAX_TRIED]:
        if matches_filter(list_facet_values(room), chosen) and not room.is_closed_to(player.pk):
            yield room


def _try_to_sit(room: Room, player: Player, now: datetime) -> bool:
    """Try to take the first open seat. Returns whether it worked."""
    game = get_current_game(room)
    for number in get_seating(game, list_seats(game), now).open:
        try:
            with transaction.atomic():  # a savepoint, so that a refusal leaves nothing behind
                seats.take_seat(room.code, player, number, now)
        except Refusal:
            return False
        return True
    return False


def _list_own_waiting(player: Player) -> list[Room]:
    """Return rooms that "Find an opponent" opened for this player, who still waits there alone."""
    # Unlisted rooms start full as well if their host chose so: a friend may have their link.
    mine = Room.objects.filter(
        host=player, public=True, start_when_full=True, stage=Room.Stage.WAITING
    )
    shared = SeatMember.objects.exclude(player=player).values("game__room")
    return list(mine.exclude(pk__in=shared).select_related("lexicon"))


def _leave_own_waiting(player: Player) -> None:
    """Delete the rooms in which a player waited before finding another one."""
    for room in _list_own_waiting(player):
        delete_own_empty_room(room, player)
