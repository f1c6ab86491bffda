"""The worker's loop that measures finished rated games, one at a time.

It computes in a thread of the lowest priority and skips a round if a computer player has to move
anywhere.
"""

import logging
from collections.abc import Sequence

from django.utils import timezone

from games.common.database_outages import is_outage
from games.common.worker_threads import run_in_database_thread, run_in_idle_thread
from games.computers.services.busy_notices import count_waiting_games
from games.fairplay.models import PendingGame
from games.fairplay.services.measuring import RatedRecord, read_game, store_measurements
from games.fairplay.services.queue import claim_game
from games.fairplay.terms.observed_turns import ObservedTurn
from games.fairplay.terms.observing import observe_step

logger = logging.getLogger(__name__)

ROUND = 5.0
"""Seconds between two rounds."""


async def run_round() -> None:
    """Measure one game if there is one and no computer player has to move."""
    now = timezone.now()
    # Players should not wait for a computer's move because of statistics.
    if await run_in_database_thread(count_waiting_games, now):
        return
    pending = await run_in_database_thread(claim_game, now)
    if pending is not None:
        await measure_game(pending)


async def measure_game(pending: PendingGame) -> None:
    """Measure one game, turn by turn. If the engine fails, the game is tried again when its lease
    expires."""
    try:
        played = await run_in_database_thread(read_game, pending)
        observed_turns = await _observe(played) if played is not None else []
        await run_in_database_thread(
            store_measurements, pending, played, observed_turns, timezone.now()
        )
    except Exception as error:
        if is_outage(error):
            raise
        logger.exception("Game %s could not be measured", pending.pk)


async def _observe(played: RatedRecord) -> Sequence[ObservedTurn]:
    found = []
    for step in played.history.steps:
        observed_turn = await run_in_idle_thread(observe_step, step, played.words, played.common)
        if observed_turn is not None:
            found.append(observed_turn)
    return found
