"""The worker's loops for duplicate games: due turns, best plays, and abandoned games."""

import logging

from django.utils import timezone

from games.common.worker_threads import run_in_database_thread, run_in_engine_thread
from games.duplicate.live.topics import get_duplicate_topic
from games.duplicate.services.best_plays import (
    compute_best_plays,
    find_turn_without_best_play,
    load_dictionary,
    save_best_plays,
)
from games.duplicate.services.cleanup import delete_abandoned_games
from games.duplicate.services.turns import close_due_turns, open_due_turns
from games.live.broadcast import check_topic

logger = logging.getLogger(__name__)

DUPLICATE_INTERVAL = 0.2
"""Seconds between two searches for turns and pauses that are over."""
BEST_PLAYS_INTERVAL = 0.25
"""Seconds between two searches for turns whose best play is not known."""


async def run_due_turns() -> None:
    """Close turns, open turns and deal games, and let every process read what has changed.

    Reading a game with thousands of players takes a while, and a separate worker process has no
    pages to send it to.
    """
    for step in (close_due_turns, open_due_turns):
        for code in await run_in_database_thread(step, timezone.now()):
            check_topic(get_duplicate_topic(code), everywhere=True)


async def find_best_plays() -> None:
    """Find the best plays that are missing, one after another.

    A game that fails is tried again in the next round, after all others.
    """
    failed: set[str] = set()
    while (task := await run_in_database_thread(find_turn_without_best_play, failed)) is not None:
        try:
            words = await run_in_database_thread(load_dictionary, task)
            answer = await run_in_engine_thread(compute_best_plays, task, words)
        except Exception:
            logger.exception("No best play was found in duplicate game %s", task.code)
            failed.add(task.code)
            continue
        await run_in_database_thread(save_best_plays, task.code, answer, timezone.now())


async def clean_up_duplicate_games() -> None:
    """Delete games that everyone left before they started."""
    await run_in_database_thread(delete_abandoned_games, timezone.now())
