"""The cleanup loop of the worker, which deletes rooms that people left before a game started."""

from django.utils import timezone

from games.common.worker_threads import run_in_database_thread
from games.play.services.abandoned_rooms import delete_abandoned_rooms

CLEANUP_INTERVAL = 30.0
"""Seconds between two rounds. Each round deletes only a few rooms, so that no move waits for it."""


async def clean_up_rooms() -> None:
    """Run one round of the cleanup."""
    await run_in_database_thread(delete_abandoned_rooms, timezone.now())
