"""``manage.py serve``: pages and sockets, and the worker's loops unless they run elsewhere.

Uvicorn's server runs in this process on one asyncio loop, or in several processes that this one
looks after. ``prepare`` makes a site ready to be served; ``worker`` runs the loops alone.
"""

import asyncio
import contextlib
import signal
import socket
from argparse import SUPPRESS, ArgumentParser
from typing import Any

import uvloop
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games.live.broadcast import settle
from games.play import heartbeat
from scrabble_site.crew import Crew, Leash, own_command
from scrabble_site.metrics import forget_process, serving_metrics, serving_metrics_of_crew
from scrabble_site.server import (
    CannotListenError,
    OrderlyServer,
    address_of,
    end_task,
    keep_what_is_loaded,
    listen,
    make_server,
    open_many_files,
    take_short_turns,
)
from scrabble_site.supervise import keep_running, run_worker

WORKER_GRACE = 10.0
"""Seconds the worker's loops have to come to an end after SIGTERM."""

MOST_PROCESSES = 64


class Command(BaseCommand):
    help = "Serve the site (pages, sockets and, unless EMBEDDED_WORKER is false, the worker)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=settings.HOST)
        parser.add_argument("--port", type=int, default=settings.PORT)
        parser.add_argument(
            "--processes",
            type=int,
            default=settings.WEB_PROCESSES,
            help="so many web processes on one port; SIGHUP puts new ones in their place, without "
            "a pause; needs PostgreSQL and Redis",
        )
        parser.add_argument("--prepare", action="store_true", help="run `prepare` first")
        parser.add_argument("--socket", type=int, help=SUPPRESS)
        parser.add_argument("--leash", type=int, help=SUPPRESS)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["prepare"]:
            call_command("prepare", verbosity=options["verbosity"])
        if options["leash"] is not None:
            self._serve_in_crew(socket.socket(fileno=options["socket"]), Leash(options["leash"]))
            return
        _see_that_they_can_meet(options["processes"])
        try:
            listening = listen(options["host"], options["port"])
            if options["processes"] > 1:
                with serving_metrics_of_crew():
                    self._look_after_crew(listening, options["processes"])
            else:
                with serving_metrics():
                    self._serve_alone(listening)
        except CannotListenError as error:
            raise CommandError(str(error)) from error

    def _serve_alone(self, listening: socket.socket) -> None:
        server = _build_server()
        server.when_open = lambda: self._say_open(listening)
        _run(_serve(server, listening))

    def _look_after_crew(self, listening: socket.socket, count: int) -> None:
        async def work() -> bool:
            door = listening.fileno()
            command = own_command("serve", "--socket", str(door))
            crew = Crew(command, count, [door], self.stdout.write, forget_process)
            return await crew.work(lambda: self._say_open(listening))

        if not asyncio.run(work()):
            raise CommandError("The web processes did not come up; what they say stands above.")

    def _serve_in_crew(self, listening: socket.socket, leash: Leash) -> None:
        server = _build_server()
        server.when_open = leash.say_serving

        async def serve() -> None:
            leash.watch(lambda: server.handle_exit(signal.SIGTERM, None))
            await _serve(server, listening)

        _run(serve())

    def _say_open(self, listening: socket.socket) -> None:
        self.stdout.write(f"Tileroom is open at {address_of(listening)}  (Ctrl+C closes it)")


def _see_that_they_can_meet(processes: int) -> None:
    if not 1 <= processes <= MOST_PROCESSES:
        raise CommandError(f"--processes: expected a whole number from 1 to {MOST_PROCESSES}.")
    on_postgresql = settings.DATABASES["default"]["ENGINE"].endswith("postgresql")
    if processes > 1 and not (on_postgresql and settings.REDIS_URL):
        raise CommandError(
            "Several web processes meet in PostgreSQL and Redis: set DATABASE_URL and REDIS_URL, "
            "or serve with one process."
        )


def _build_server() -> OrderlyServer:
    from scrabble_site.asgi import application

    open_many_files()
    take_short_turns()
    keep_what_is_loaded()
    return make_server(application, settings.TRUSTED_PROXIES)


def _run(serving: Any) -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serving)


async def _serve(server: OrderlyServer, listening: socket.socket) -> None:
    """The server, with the worker's loops beside it where this process has them."""
    settle()
    with contextlib.suppress(Exception):  # the heart tells the log, and tries again
        await heartbeat.beat_once()  # what the site has missed is made good before anybody comes
    heart = asyncio.create_task(heartbeat.beat())
    worker = asyncio.create_task(keep_running(run_worker)) if settings.EMBEDDED_WORKER else None
    await server.serve(sockets=[listening])
    await end_task(heart, WORKER_GRACE)
    if worker is not None:
        await end_task(worker, WORKER_GRACE)
