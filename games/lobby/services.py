"""Opening a room from the lobby: a name, the room and whom to invite, or nothing at all."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from games.play.models import Room
from games.play.services import invitations, rooms, seats
from games.play.services.naming import introduce
from games.play.services.rooms import RoomWishes
from games.players.models import Player

SAME_CLICK = timedelta(minutes=5)
"""How long a form that comes again is taken for the same one."""


def make_room(
    visitor: UUID, nickname: str, wishes: RoomWishes, opponent: str, key: str, now: datetime
) -> Room:
    """Open a room and invite the opponent, if one is named.

    The same form (by its ``key``), sent twice, makes one room. Raises what naming, opening and
    inviting raise; nothing is made then.
    """
    with transaction.atomic():
        host = _lock_host(visitor, nickname)
        room, is_new = _open_once(host, wishes, key, now)
        if is_new and opponent:
            invitations.invite(room.code, host, opponent, now)
    return room


def play_computer(
    visitor: UUID, nickname: str, wishes: RoomWishes, level: int, key: str, now: datetime
) -> Room:
    """Open a room with computer players on the other seats, and start."""
    with transaction.atomic():
        host = _lock_host(visitor, nickname)
        room, is_new = _open_once(host, wishes, key, now)
        if is_new:
            for number in range(1, wishes.seats):
                seats.seat_computer(room.code, host, number, level, now)
            rooms.start_unless_running(room.code, host, now)
    return room


def _lock_host(visitor: UUID, nickname: str) -> Player:
    player = introduce(visitor, nickname)
    return Player.objects.select_for_update().get(pk=player.pk)


def _open_once(host: Player, wishes: RoomWishes, key: str, now: datetime) -> tuple[Room, bool]:
    """The room of this form, and whether it is made now."""
    made = _made_before(host, key, now)
    if made is not None:
        return made, False
    rooms.make_way(host)
    return rooms.open_room(host, wishes, now, key=key), True


def _made_before(host: Player, key: str, now: datetime) -> Room | None:
    if not key:
        return None
    made = Room.objects.filter(host=host, key=key, created_at__gt=now - SAME_CLICK)
    return made.first()
