"""How the worker's loops go round: what fails is tried again, and those that work say so."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime

from django.utils import timezone

from games.common.threads import with_rows

logger = logging.getLogger(__name__)

LONGEST_REST = 5.0
"""Seconds between two rounds of a loop that fails again and again."""

SIGN_EVERY = 10.0
"""Seconds between two signs of life."""


class Loops:
    """Loops by name, and which of them went round since the last sign of life; ``give_sign``
    writes those down."""

    def __init__(self, give_sign: Callable[[Iterable[str], datetime], None]) -> None:
        self._give_sign = give_sign
        self._alive: set[str] = set()

    async def go_round(self, name: str, job: Callable[[], Awaitable[object]], rest: float) -> None:
        """Do ``job`` again and again until cancelled. A run of failures is told to the log ever
        more rarely, and so is its end."""
        failures = 0
        while True:
            try:
                await job()
            except Exception:
                failures += 1
                if failures & (failures - 1) == 0:
                    logger.exception("Failed %d times in a row: the %s", failures, name)
            else:
                if failures:
                    logger.warning("Works again after %d failures: the %s", failures, name)
                failures = 0
                self._alive.add(name)
            await asyncio.sleep(min(rest * 2 ** min(failures, 9), max(rest, LONGEST_REST)))

    async def give_signs(self) -> None:
        """Write down which loops work; ``readyz`` reads it."""
        if self._alive:
            alive, self._alive = self._alive, set()
            await with_rows(self._give_sign, alive, timezone.now())
