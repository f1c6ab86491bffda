"""Keeps the worker's loops running inside whichever process holds them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from importlib import import_module

logger = logging.getLogger(__name__)

LONGEST_REST = 30.0
"""Seconds between two starts of a job that fails again and again."""


async def run_worker() -> None:
    """The worker's two loops; imported late, since a web process without them needs neither."""
    await import_module("games.worker").run()


async def keep_running(job: Callable[[], Awaitable[None]], first_rest: float = 1.0) -> None:
    """Starts ``job`` again whenever it fails, after a rest that doubles; ends with the job."""
    rest = first_rest
    while True:
        try:
            await job()
        except Exception:
            logger.exception("The worker failed; it starts again in %.0f s", rest)
        else:
            return
        await asyncio.sleep(rest)
        rest = min(2 * rest, LONGEST_REST)
