"""Time while the site was down: it is charged to nobody.

Every process that serves pages says so every second or two (:mod:`games.health.services`); the
first to say so after a silence gives the time back to all games at once, in the same transaction.
The referee does nothing meanwhile.
"""

import time
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.health.services import OUTAGE, beat
from games.play.models import Game, Holder, Room

GOING = (Game.Status.STARTING, Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE)

_said_at: float | None = None
"""When this process last said that it serves, on its own clock; ``None`` where it serves nobody."""


def say_alive(now: datetime) -> list[str]:
    """Say that this process serves. Returns the rooms whose clocks were put forward."""
    global _said_at
    with transaction.atomic():
        last = beat(now)
        changed = [] if last is None else _give_back(last, now)
    _said_at = time.monotonic()
    return changed


def be_alive() -> None:
    """Before an act that time is charged for: after a silence of this process, the database having
    been out of reach perhaps, say first that it serves again."""
    if _said_at is not None and time.monotonic() - _said_at > OUTAGE.total_seconds():
        say_alive(timezone.now())


def _give_back(began: datetime, ended: datetime) -> list[str]:
    """Move every instant that something waits for on by the outage. What began during it, as far
    as is known, begins at its end."""
    going, lost = Game.objects.filter(status__in=GOING), ended - began
    ticking = going.filter(clock_since__isnull=False)
    rooms = Room.objects.filter(pk__in=going.values("room"))
    rooms.update(stamp=F("stamp") + 1)
    codes = list(ticking.values_list("room__code", flat=True))
    late = ticking.filter(clock_since__gt=began)
    early = ticking.filter(clock_since__lte=began)
    late.update(clock_since=ended, due_at=began)  # the referee looks at once, and plans anew
    early.update(clock_since=F("clock_since") + lost)
    going.filter(due_at__isnull=False).update(due_at=F("due_at") + lost)
    going.filter(moved_at__isnull=False).update(moved_at=F("moved_at") + lost)
    present = Holder.objects.filter(game__in=going, seen_at__lte=began)
    present.update(seen_at=F("seen_at") + lost)  # nobody could be seen meanwhile
    return sorted(codes)
