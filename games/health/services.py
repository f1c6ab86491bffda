"""Signs of life: of the worker's loops, for whoever asks whether the site works, and of the site
itself, for whoever has to know since when it had not worked."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Exists

from games.health.models import LifeSign

LOOPS = ("referee", "thinking")
SILENCE = timedelta(seconds=60)
"""A loop that nobody heard of for so long does not work."""


def give_sign(loops: Iterable[str], now: datetime) -> None:
    """Say that these loops work."""
    LifeSign.objects.bulk_create(
        [LifeSign(loop=name, seen_at=now) for name in sorted(loops)],
        update_conflicts=True,
        unique_fields=["loop"],
        update_fields=["seen_at"],
    )


def silent_loops(now: datetime) -> list[str]:
    """The loops that no worker, wherever it runs, has gone round lately."""
    heard = LifeSign.objects.filter(seen_at__gt=now - SILENCE).values_list("loop", flat=True)
    return sorted(set(LOOPS) - set(heard))


SITE = "site"
BEAT_EVERY = 1.5
"""Seconds between two signs of life of a process that serves pages."""

OUTAGE = timedelta(seconds=5)
"""Where no process gave a sign for so long, the site was down."""


def beat(now: datetime) -> datetime | None:
    """Say that the site serves, in the caller's transaction. Returns when it had last done so, if
    it was down meanwhile: of all processes, and however often it is asked, one is told once."""
    signs = LifeSign.objects.select_for_update()
    sign, made = signs.get_or_create(loop=SITE, defaults={"seen_at": now})
    last = sign.seen_at
    if made or now <= last:
        return None
    sign.seen_at = now
    sign.save(update_fields=["seen_at"])
    return last if now - last > OUTAGE else None


def site_is_down(now: datetime) -> Exists:
    """As a condition of a query: no process serves. Where none ever said that it does, it is up."""
    return Exists(LifeSign.objects.filter(loop=SITE, seen_at__lt=now - OUTAGE))
