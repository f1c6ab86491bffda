"""``manage.py serve``: pages and sockets, and the worker's loops unless they run elsewhere.

Uvicorn's server runs in this process on one asyncio loop. ``prepare`` makes a site ready to be
served; ``worker`` runs the loops alone.
"""

import asyncio
from argparse import ArgumentParser
from socket import socket
from typing import Any

import uvloop
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games.live.broadcast import settle
from scrabble_site.server import CannotListenError, OrderlyServer, end_task, listen, make_server
from scrabble_site.supervise import keep_running, run_worker

WORKER_GRACE = 10.0
"""Seconds the worker's loops have to come to an end after SIGTERM."""


class Command(BaseCommand):
    help = "Serve the site (pages, sockets and, unless EMBEDDED_WORKER is false, the worker)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=settings.HOST)
        parser.add_argument("--port", type=int, default=settings.PORT)
        parser.add_argument("--prepare", action="store_true", help="run `prepare` first")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["prepare"]:
            call_command("prepare", verbosity=options["verbosity"])
        from scrabble_site.asgi import application

        try:
            listening = listen(options["host"], options["port"])
        except CannotListenError as error:
            raise CommandError(str(error)) from error
        server = make_server(application, behind_proxy=settings.PRODUCTION)
        server.say = self.stdout.write
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(_serve(server, listening))


async def _serve(server: OrderlyServer, listening: socket) -> None:
    """The server, with the worker's loops beside it where this process has them."""
    settle()
    worker = asyncio.create_task(keep_running(run_worker)) if settings.EMBEDDED_WORKER else None
    await server.serve(sockets=[listening])
    if worker is not None:
        await end_task(worker, WORKER_GRACE)
