"""The worker: the referee, computer players and hints, as loops beside the web server or alone.

What is due stands in the database (:mod:`games.play.services.schedule`), so any number of workers
may run and any may be killed at any moment.
"""

import asyncio

from games.computers.thinking import thinking_loop
from games.play.referee import referee_loop


async def run() -> None:
    """Run all loops until cancelled."""
    async with asyncio.TaskGroup() as group:
        group.create_task(referee_loop())
        group.create_task(thinking_loop())
