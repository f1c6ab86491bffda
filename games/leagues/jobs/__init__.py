"""The worker's loop for leagues: seasons, rooms, departures, and challenges without an answer."""

from django.utils import timezone

from games.common.worker_threads import run_in_database_thread
from games.leagues.services.departures import forfeit_departed
from games.leagues.services.ladders import expire_challenges
from games.leagues.services.rooms import begin_due_games, open_due_rooms
from games.leagues.services.seasons import end_due_seasons, start_due_seasons
from games.play.live.topics import publish_room

LEAGUES_INTERVAL = 5.0
"""Seconds between two runs of the loop."""


async def run_leagues() -> None:
    """Take all steps that are due, and send what changed to everyone in the rooms."""
    now = timezone.now()
    for step in (end_due_seasons, start_due_seasons, expire_challenges, open_due_rooms):
        await run_in_database_thread(step, now)
    for change in (begin_due_games, forfeit_departed):
        for code in await run_in_database_thread(change, now):
            await run_in_database_thread(publish_room, code)
