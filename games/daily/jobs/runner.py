"""The worker's loop for daily games.

It generates the games of today and tomorrow that are missing, one a round, in a thread of the
lowest priority. Today's come first, since people are waiting for them.
"""

import logging
import secrets
from datetime import date, datetime, timedelta

from django.utils import timezone

from games.common.database_outages import is_outage
from games.common.worker_threads import run_in_database_thread, run_in_idle_thread
from games.daily.services.daily_attempts import close_overdue_turns
from games.daily.services.daily_games import MissingGame, list_missing_games, save_daily_game
from games.daily.services.generation import generate_turns
from games.puzzles.services.daily_puzzles import get_puzzle_day
from games.rules.equipment.fair_shuffle import SECRET_BYTES
from games.rules.equipment.tiles import load_tile_set
from lexicon.graph.wordgraph import WordGraph
from lexicon.store import open_lexicon

logger = logging.getLogger(__name__)

DAILY_INTERVAL = 5.0
"""Seconds between two rounds."""


class DailyGameRunner:
    """Generates daily games, and closes turns that their players have left."""

    def __init__(self) -> None:
        # What could not be generated is not tried again on the same day.
        self._failed: set[tuple[date, date, str]] = set()

    async def run_round(self) -> None:
        """Close overdue turns, then generate one game if any is missing."""
        now = timezone.now()
        await run_in_database_thread(close_overdue_turns, now)
        today = get_puzzle_day(now)
        days = (today, today + timedelta(days=1))
        for wanted in await run_in_database_thread(list_missing_games, days):
            mark = (today, wanted.day, wanted.language)
            if mark not in self._failed:
                if not await generate_missing_game(wanted, now):
                    self._failed.add(mark)
                break


async def generate_missing_game(wanted: MissingGame, now: datetime) -> bool:
    """Generate and store a game; return whether there is one now.

    A dictionary without a single play makes no game. If the engine fails, the failure is logged.
    """
    secret = secrets.token_bytes(SECRET_BYTES)
    try:
        words = await run_in_database_thread(_open_words, wanted)
        turns = await run_in_idle_thread(
            generate_turns, secret, wanted.tile_set, wanted.layout, words
        )
    except Exception as error:
        if is_outage(error):
            raise
        logger.exception("No daily game could be made for %s in %s", wanted.day, wanted.language)
        return False
    if turns:
        await run_in_database_thread(save_daily_game, wanted, secret, turns, now)
    return bool(turns)


def _open_words(wanted: MissingGame) -> WordGraph:
    return open_lexicon(wanted.revision.pk, load_tile_set(wanted.tile_set).faces)
