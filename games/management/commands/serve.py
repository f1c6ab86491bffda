"""``manage.py serve``: pages and sockets, and the worker's loops unless they run elsewhere.

Daphne's server runs in this process on its asyncio loop. ``prepare`` makes a site ready to be
served; ``worker`` runs the loops alone.
"""

import asyncio
from argparse import ArgumentParser
from typing import Any

from daphne.endpoints import build_endpoint_description_strings
from daphne.server import twisted_loop  # before Twisted's reactor: it installs one on asyncio
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from twisted.internet import defer
from twisted.internet import reactor as twisted_reactor

from scrabble_site.server import OrderlyServer
from scrabble_site.supervise import keep_running, run_worker

reactor: Any = twisted_reactor

SOCKET_MESSAGE_LIMIT = 64 * 1024
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

        server = OrderlyServer(
            application,
            endpoints=build_endpoint_description_strings(
                host=options["host"], port=options["port"]
            ),
            websocket_max_message_size=SOCKET_MESSAGE_LIMIT,
            websocket_max_frame_size=SOCKET_MESSAGE_LIMIT,
            server_name="tileroom",
            **(_PROXY_HEADERS if settings.PRODUCTION else {}),
        )
        server.say = self.stdout.write
        if settings.EMBEDDED_WORKER:
            start_worker()
        server.run()
        if server.failure:
            raise CommandError(server.failure)


_PROXY_HEADERS = {
    "proxy_forwarded_address_header": "X-Forwarded-For",
    "proxy_forwarded_port_header": "X-Forwarded-Port",
    "proxy_forwarded_proto_header": "X-Forwarded-Proto",
}


def start_worker() -> None:
    """Puts the worker's loops on the server's loop and ends them before the server ends."""
    task = twisted_loop.create_task(keep_running(run_worker))

    def end_worker() -> defer.Deferred[Any]:
        task.cancel()
        ended = asyncio.ensure_future(asyncio.wait({task}, timeout=WORKER_GRACE), loop=twisted_loop)
        return defer.Deferred.fromFuture(ended)

    reactor.addSystemEventTrigger("before", "shutdown", end_worker)
