"""The worker's loop for clubs: nights become events, and forgotten ones are called off."""

from django.utils import timezone

from games.clubs.services.forgotten_nights import call_off_forgotten_nights
from games.clubs.services.nights import run_due_nights
from games.common.worker_threads import run_in_database_thread
from games.events.live.topics import publish_event

CLUBS_INTERVAL = 30.0
"""Seconds between two runs of the loop."""


async def run_clubs() -> None:
    """Make the events that are due, and send those that changed to everyone who follows them."""
    now = timezone.now()
    for step in (run_due_nights, call_off_forgotten_nights):
        for code in await run_in_database_thread(step, now):
            await run_in_database_thread(publish_event, code)
