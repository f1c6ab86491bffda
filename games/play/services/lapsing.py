"""Rooms that nobody is in any more, before anything was played in them: they are taken away.

What was begun is kept; how games lapse is the referee's (:mod:`games.play.services.referee`).
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games.play.chairs import INVITED_FOR
from games.play.models import Invitation, Room

LEFT_ALONE_FOR = timedelta(days=1)
MOST = 100
"""Rooms taken away in one transaction."""

BEFORE_START = (Room.Stage.WAITING, Room.Stage.GATHERING)


def drop_deserted(now: datetime) -> int:
    """Take away waiting rooms in which nobody has been for a day, unless somebody is invited.

    Returns how many: a round takes no more than ``MOST``.
    """
    invited = Invitation.objects.filter(game__room=OuterRef("pk"), created_at__gt=now - INVITED_FOR)
    long_ago = now - LEFT_ALONE_FOR
    left = Q(seen_at__lt=long_ago) | Q(seen_at=None, created_at__lt=long_ago)
    rooms = Room.objects.filter(left, ~Exists(invited), stage__in=BEFORE_START)
    with transaction.atomic():
        found = list(rooms.select_for_update().order_by("pk")[:MOST])
        for room in found:
            room.delete()
    return len(found)
