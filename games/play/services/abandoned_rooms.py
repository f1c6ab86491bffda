"""Deleting rooms that everyone left before a game started.

Rooms with a started game are kept; the referee ends games that no one plays on
(:mod:`games.play.services.referee`).
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games.play.models import Invitation, Room, SeatMember
from games.play.terms.seating import INVITATION_LIFETIME
from games.players.models import Player

ABANDONED_AFTER = timedelta(days=1)
MAX_DELETED_AT_ONCE = 100
"""How many rooms are deleted in one transaction."""

BEFORE_START = (Room.Stage.WAITING, Room.Stage.GATHERING)


def delete_own_empty_room(room: Room, host: Player) -> bool:
    """Delete a room that has not started and in which its host is alone.

    Returns False if someone else has a seat, or if another transaction holds the room's lock:
    someone may be sitting down. It never waits for that lock, because callers hold that of the
    host, and rooms are locked before people. Call it in a transaction.
    """
    unlocked = Room.objects.select_for_update(skip_locked=True)
    found = unlocked.filter(pk=room.pk, stage__in=BEFORE_START).first()
    if found is None or SeatMember.objects.filter(game__room=found).exclude(player=host).exists():
        return False
    found.delete()
    return True


def delete_abandoned_rooms(now: datetime) -> int:
    """Delete rooms without a started game that have been empty for a day and keep no invitation.

    Returns how many were deleted: at most ``MAX_DELETED_AT_ONCE``, and none that is locked.
    """
    invited = Invitation.objects.filter(
        game__room=OuterRef("pk"), created_at__gt=now - INVITATION_LIFETIME
    )
    long_ago = now - ABANDONED_AFTER
    left = Q(seen_at__lt=long_ago) | Q(seen_at=None, created_at__lt=long_ago)
    rooms = Room.objects.filter(left, ~Exists(invited), stage__in=BEFORE_START)
    with transaction.atomic():
        found = list(rooms.select_for_update(skip_locked=True).order_by("pk")[:MAX_DELETED_AT_ONCE])
        for room in found:
            room.delete()
    return len(found)
