"""Heartbeats of the worker's loops, for health checks, and of the site, to detect outages."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Exists

from games.health.models import LoopHeartbeat

WATCHED_LOOPS = ("referee", "thinking")
SILENT_AFTER = timedelta(seconds=60)
"""A loop without a heartbeat for this long counts as broken."""


def record_loop_heartbeats(loops: Iterable[str], now: datetime) -> None:
    """Store a heartbeat for each of these loops."""
    LoopHeartbeat.objects.bulk_create(
        # Sorted, so that two workers lock the rows in the same order.
        [LoopHeartbeat(loop=name, seen_at=now) for name in sorted(loops)],
        update_conflicts=True,
        unique_fields=["loop"],
        update_fields=["seen_at"],
    )


def list_silent_loops(now: datetime) -> list[str]:
    """Return the watched loops that have not reported lately from any worker."""
    reported = LoopHeartbeat.objects.filter(seen_at__gt=now - SILENT_AFTER).values_list(
        "loop", flat=True
    )
    return sorted(set(WATCHED_LOOPS) - set(reported))


SITE_NAME = "site"
HEARTBEAT_INTERVAL = 1.5
"""Seconds between two heartbeats of a process that serves pages."""

OUTAGE_AFTER = timedelta(seconds=5)
"""If no process has sent a heartbeat for this long, the site was down."""


def record_site_heartbeat(now: datetime) -> datetime | None:
    """Store a heartbeat of the site, in the caller's transaction.

    After an outage return the time of the last heartbeat before it, otherwise ``None``. Only one of
    all processes gets that answer, and only once.
    """
    # The row lock makes exactly one process see the gap.
    signs = LoopHeartbeat.objects.select_for_update()
    sign, made = signs.get_or_create(loop=SITE_NAME, defaults={"seen_at": now})
    last = sign.seen_at
    if made or now <= last:
        return None
    sign.seen_at = now
    sign.save(update_fields=["seen_at"])
    return last if now - last > OUTAGE_AFTER else None


def is_site_down(now: datetime) -> Exists:
    """Return a query condition that no process serves the site. A site that has never sent a
    heartbeat counts as up."""
    return Exists(LoopHeartbeat.objects.filter(loop=SITE_NAME, seen_at__lt=now - OUTAGE_AFTER))
