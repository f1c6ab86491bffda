"""The sweeper: one of the worker's loops, which takes rooms away that nobody is in."""

from django.utils import timezone

from games.common.threads import with_rows
from games.play.services.lapsing import drop_deserted

ROUND = 30.0
"""Seconds between two looks; each takes away a few rooms, so that no move waits for it."""


async def sweep() -> None:
    """One round."""
    await with_rows(drop_deserted, timezone.now())
