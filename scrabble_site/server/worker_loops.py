"""Runs the worker's loops, in a web process or in a worker process, and restarts what fails.

A retry library such as tenacity would not make this shorter.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from importlib import import_module

logger = logging.getLogger(__name__)

MAX_RESTART_DELAY = 30.0
"""Longest pause, in seconds, between two starts of a job that keeps failing."""


async def run_worker_loops() -> None:
    """Run the worker's loops, imported late because many web processes never run them."""
    await import_module("games.worker").run_loops()


async def run_with_restarts(job: Callable[[], Awaitable[None]], first_rest: float = 1.0) -> None:
    """Run ``job`` until it returns. If it raises, start it again after a pause that doubles."""
    rest = first_rest
    while True:
        try:
            await job()
        except Exception:
            logger.exception("The worker failed; restarting in %.0f s", rest)
        else:
            return
        await asyncio.sleep(rest)
        rest = min(2 * rest, MAX_RESTART_DELAY)
