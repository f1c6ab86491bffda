"""The worker's loop for events: rounds that start by themselves, clocks, and absences."""

from django.utils import timezone

from games.common.worker_threads import run_in_database_thread
from games.events.live.topics import publish_event
from games.events.services.arenas import run_arenas
from games.events.services.automation import run_due_events
from games.events.services.rooms import begin_due_games, forfeit_absent_players
from games.play.live.topics import publish_room

EVENTS_INTERVAL = 1.0
"""Seconds between two runs of the loop."""


async def run_events() -> None:
    """Take all steps that are due, and send what changed to everyone who follows it."""
    now = timezone.now()
    for step in (begin_due_games, forfeit_absent_players):
        for code in await run_in_database_thread(step, now):
            await run_in_database_thread(publish_room, code)
    for advance in (run_due_events, run_arenas):
        for code in await run_in_database_thread(advance, now):
            await run_in_database_thread(publish_event, code)
