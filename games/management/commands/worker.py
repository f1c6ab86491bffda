"""``manage.py worker``: run all background loops, separate from the web processes.

Any number of workers may run, and each may be killed at any moment, because all pending work is in
the database.
"""

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.live.broadcast import use_running_loop
from scrabble_site.observing.metrics import serve_metrics
from scrabble_site.server.uvicorn_server import CannotListenError
from scrabble_site.server.worker_loops import run_with_restarts, run_worker_loops


class Command(BaseCommand):
    help = (
        "Run the worker: the referee, computer players, analyses, e-mail, push messages, "
        "word-list imports and clean-up."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with serve_metrics():
                self.stdout.write("The worker is running (Ctrl+C to stop)")
                asyncio.run(_run_until_stopped())
        except CannotListenError as error:
            raise CommandError(str(error)) from error
        self.stdout.write("The worker has stopped")


async def _run_until_stopped() -> None:
    use_running_loop()
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(run_with_restarts(run_worker_loops))
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, task.cancel)
    await asyncio.wait({task})
