"""Giving back the time during which the site was down, so that no one is charged for it.

Every process that serves pages records a heartbeat every second or two
(:mod:`games.health.services`). The first heartbeat after an outage postpones the deadlines of all
games, in the same transaction. The referee does nothing during an outage.
"""

import time
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.health.services import OUTAGE_AFTER, record_site_heartbeat
from games.play.models import Game, Room, SeatMember
from games.play.signals import outage_ended

RUNNING_STATUSES = (Game.Status.STARTING, Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE)

_reported_at: float | None = None
"""When this process last recorded a heartbeat, by its monotonic clock; ``None`` if it serves no
pages."""


def report_alive(now: datetime) -> list[str]:
    """Record a heartbeat of this process.

    Returns the codes of the rooms whose running clocks got the time of an outage back.
    """
    global _reported_at
    with transaction.atomic():
        last = record_site_heartbeat(now)
        changed = [] if last is None else _compensate(last, now)
        if last is not None:
            outage_ended.send(sender=Game, began=last, ended=now)
    _reported_at = time.monotonic()
    return changed


def ensure_reported_alive() -> None:
    """Record a heartbeat first if this process has been silent for too long.

    Call it before an act that is charged for time: the database may have been unreachable until
    now.
    """
    if _reported_at is not None and time.monotonic() - _reported_at > OUTAGE_AFTER.total_seconds():
        report_alive(timezone.now())


def _compensate(began: datetime, ended: datetime) -> list[str]:
    """Postpone every deadline of running games by the length of the outage.

    Clocks that started during the outage, as far as is known, start at its end.
    """
    going, lost = Game.objects.filter(status__in=RUNNING_STATUSES), ended - began
    ticking = going.filter(clock_since__isnull=False)
    rooms = Room.objects.filter(pk__in=going.values("room"))
    rooms.update(stamp=F("stamp") + 1)
    codes = list(ticking.values_list("room__code", flat=True))
    late = ticking.filter(clock_since__gt=began)
    early = ticking.filter(clock_since__lte=began)
    # Due at the end of the outage, once ``lost`` is added below: the referee then replans them.
    late.update(clock_since=ended, due_at=began)
    early.update(clock_since=F("clock_since") + lost)
    going.filter(due_at__isnull=False).update(due_at=F("due_at") + lost)
    going.filter(moved_at__isnull=False).update(moved_at=F("moved_at") + lost)
    present = SeatMember.objects.filter(game__in=going, seen_at__lte=began)
    present.update(seen_at=F("seen_at") + lost)  # no one could be seen meanwhile
    return sorted(codes)
