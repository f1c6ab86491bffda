"""``manage.py worker``: the referee and the engine alone, beside web processes that lack them.

Any number may run, and any may be killed at any moment: what is due stands in the database.
"""

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.live.broadcast import settle
from scrabble_site.metrics import serving_metrics
from scrabble_site.server import CannotListenError
from scrabble_site.supervise import keep_running, run_worker


class Command(BaseCommand):
    help = "Run the worker: the referee (clocks, forfeits, reminders) and the computer players."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with serving_metrics():
                self.stdout.write("The worker runs (Ctrl+C ends it)")
                asyncio.run(_run_until_told())
        except CannotListenError as error:
            raise CommandError(str(error)) from error
        self.stdout.write("The worker has ended")


async def _run_until_told() -> None:
    settle()
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(keep_running(run_worker))
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, task.cancel)
    await asyncio.wait({task})
