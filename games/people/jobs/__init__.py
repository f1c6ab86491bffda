"""The worker's loop that adds finished games to their players' totals."""

from games.common.worker_threads import run_in_database_thread
from games.people.services.result_totals import GAMES_PER_TRANSACTION, add_to_totals

TOTALS_INTERVAL = 10.0
"""Seconds between two rounds, each of which adds one batch."""


async def run_round() -> None:
    await run_in_database_thread(add_to_totals, GAMES_PER_TRANSACTION)
