"""Signs of life of the worker's loops, for whoever asks whether the site works."""

from collections.abc import Iterable
from datetime import datetime, timedelta

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
