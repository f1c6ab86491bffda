"""``manage.py serve``: serve pages and sockets, and run the worker's loops if configured.

Uvicorn's server runs in this process on one asyncio loop, or in several processes that this one
supervises. Run ``prepare`` before it. ``worker`` runs the loops alone.
"""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from argparse import SUPPRESS, ArgumentParser
from typing import Any

import uvloop
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games.live.broadcast import use_running_loop
from games.management.commands.prepare import require_writable
from games.play.jobs import heartbeat
from scrabble_site.conf.site_address import LOOPBACK_HOSTS, build_link_base
from scrabble_site.observing.metrics import (
    FOLDER_VARIABLE,
    forget_process,
    serve_combined_metrics,
    serve_metrics,
)
from scrabble_site.server.process_supervisor import (
    ProcessSupervisor,
    SupervisorLink,
    build_own_command,
)
from scrabble_site.server.uvicorn_server import (
    CannotListenError,
    GracefulServer,
    build_listening_url,
    build_server,
    cancel_and_wait,
    freeze_loaded_objects,
    open_listening_socket,
    raise_file_limit,
    set_short_switch_interval,
)
from scrabble_site.server.worker_loops import run_with_restarts, run_worker_loops

WORKER_GRACE = 10.0
"""Seconds that the worker's loops have to end after SIGTERM."""

MAX_PROCESSES = 64


class Command(BaseCommand):
    help = "Serve the site (pages, sockets and, unless EMBEDDED_WORKER is false, the worker)."

    # Ends once nothing refers to it.
    _compiler: subprocess.Popen[bytes] | None = None

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=settings.HOST)
        parser.add_argument("--port", type=int, default=settings.PORT)
        parser.add_argument(
            "--processes",
            type=int,
            default=settings.WEB_PROCESSES,
            help="number of web processes on one port; SIGHUP replaces them without downtime; "
            "needs PostgreSQL and Redis",
        )
        parser.add_argument("--prepare", action="store_true", help="run `prepare` first")
        parser.add_argument("--socket", type=int, help=SUPPRESS)
        parser.add_argument("--leash", type=int, help=SUPPRESS)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["prepare"]:
            require_writable(settings.VAR_DIR)
            # Word graphs and the engine take minutes. Pages do not wait for them.
            self._compiler = _compile_in_background()
            call_command("prepare", pages_only=True, verbosity=options["verbosity"])
        if options["leash"] is not None:
            self._serve_supervised(
                socket.socket(fileno=options["socket"]), SupervisorLink(options["leash"])
            )
            return
        _require_shared_stores(options["processes"])
        try:
            listening = open_listening_socket(options["host"], options["port"])
            _derive_site_address(listening)
            if options["processes"] > 1:
                with serve_combined_metrics():
                    self._supervise_processes(listening, options["processes"])
            else:
                with serve_metrics():
                    self._serve_alone(listening)
        except CannotListenError as error:
            raise CommandError(str(error)) from error

    def _serve_alone(self, listening: socket.socket) -> None:
        server = _build_server()
        server.on_open = lambda: self._on_open(listening)
        _run(_serve(server, listening))

    def _supervise_processes(self, listening: socket.socket, count: int) -> None:
        async def work() -> bool:
            door = listening.fileno()
            command = build_own_command("serve", "--socket", str(door))
            supervisor = ProcessSupervisor(
                command, count, [door], self.stdout.write, forget_process
            )
            return await supervisor.work(lambda: self._on_open(listening))

        if not asyncio.run(work()):
            raise CommandError("The web processes did not start. See their messages above.")

    def _serve_supervised(self, listening: socket.socket, leash: SupervisorLink) -> None:
        server = _build_server()
        server.on_open = leash.report_ready

        async def serve() -> None:
            leash.watch(lambda: server.handle_exit(signal.SIGTERM, None))
            await _serve(server, listening)

        _run(serve())

    def _on_open(self, listening: socket.socket) -> None:
        self.stdout.write(f"Tileroom is open at {build_listening_url(listening)}  (Ctrl+C to stop)")


def _compile_in_background() -> "subprocess.Popen[bytes]":
    """Build word graphs and compile the engine in another process.

    It does nothing if that is done already. It has a process group of its own, so Ctrl+C in a
    terminal reaches the server alone. It ends when its standard input is closed, and so with this
    process, however that ends.
    """
    command = [sys.executable, "manage.py", "prepare", "--compile-only", "--leash", "--skip-checks"]
    # Its metrics are not the site's.
    env = {name: value for name, value in os.environ.items() if name != FOLDER_VARIABLE}
    return subprocess.Popen(  # noqa: S603 - a constant command
        command, cwd=settings.BASE_DIR, env=env, process_group=0, stdin=subprocess.PIPE
    )


def _derive_site_address(listening: socket.socket) -> None:
    """Derive SITE_URL and ALLOWED_HOSTS from the listening address, unless they are configured.

    HOST and PORT are put into the environment, so that child processes derive the same.
    """
    host, port, *_ = listening.getsockname()
    os.environ["HOST"], os.environ["PORT"] = host, str(port)
    if settings.SITE_URL_IS_DERIVED:
        settings.SITE_URL = build_link_base(host, port)
    if settings.ALLOWED_HOSTS_ARE_DERIVED:
        settings.ALLOWED_HOSTS = settings.ALLOWED_HOSTS if host in LOOPBACK_HOSTS else ["*"]


def _require_shared_stores(processes: int) -> None:
    if not 1 <= processes <= MAX_PROCESSES:
        raise CommandError(f"--processes must be a whole number from 1 to {MAX_PROCESSES}.")
    on_postgresql = settings.DATABASES["default"]["ENGINE"].endswith("postgresql")
    if processes > 1 and not (on_postgresql and settings.REDIS_URL):
        raise CommandError(
            "Several web processes need PostgreSQL and Redis. Set DATABASE_URL and REDIS_URL, "
            "or use one process."
        )


def _build_server() -> GracefulServer:
    # Imported late: the supervisor of several processes never loads the application.
    from scrabble_site.asgi import application

    raise_file_limit()
    set_short_switch_interval()
    freeze_loaded_objects()
    return build_server(application, settings.TRUSTED_PROXIES)


def _run(serving: Any) -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serving)


async def _serve(server: GracefulServer, listening: socket.socket) -> None:
    """Run the server and the heartbeat, with the worker's loops if this process has them."""
    use_running_loop()
    with contextlib.suppress(Exception):  # run_heartbeat logs failures and tries again
        await (
            heartbeat.send_heartbeat()
        )  # before the first visitor, credit the clocks for the time the site was down
    heart = asyncio.create_task(heartbeat.run_heartbeat())
    worker = (
        asyncio.create_task(run_with_restarts(run_worker_loops))
        if settings.EMBEDDED_WORKER
        else None
    )
    await server.serve(sockets=[listening])
    await cancel_and_wait(heart, WORKER_GRACE)
    if worker is not None:
        await cancel_and_wait(worker, WORKER_GRACE)
