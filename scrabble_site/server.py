"""Uvicorn's server with a spoken beginning and an orderly end; ``manage.py serve`` runs it.

How requests and sockets look to it is in :mod:`scrabble_site.wires`.
"""

import asyncio
import contextlib
import gc
import resource
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn
from django.urls import get_resolver

from scrabble_site.wires import SOCKET_MESSAGE_MOST, RequestWire, SocketWire

GRACE = 8
"""Seconds that requests under way have to finish once the server was told to end."""

LAST_WORDS = 0.3
"""Seconds between the last connection that is taken and the end of those that ask nothing."""

PING_EVERY = 10.0
"""Seconds between two pings of a socket, by which its line is measured, too."""

PONG_PATIENCE = 20.0
"""Seconds a socket has to answer one."""

KEPT_IDLE = 75
"""Seconds a connection may rest between two requests: longer than a proxy keeps its own."""

UNHEARD = 60
"""Seconds after which a connection ends whose other side takes nothing of what it is sent."""

TURN = 0.001
"""Seconds for which a thread may go on while others wait."""

ENDING = (signal.SIGINT, signal.SIGTERM)


class CannotListenError(Exception):
    """The address is taken, or is none of this machine's."""


class OrderlyServer(uvicorn.Server):
    """Calls ``when_open`` once it listens. Told to end, it takes no more connections, lets
    requests under way finish (a move that was committed is acknowledged) and sends the sockets off.
    """

    when_open: Callable[[], object] = staticmethod(lambda: None)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.when_open()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Whoever was just let in may say what they came for."""
        for server in self.servers:
            server.close()
        await asyncio.sleep(LAST_WORDS)
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As Uvicorn does, but a signal that ended the server in good order is done with."""
        before = {number: signal.signal(number, self.handle_exit) for number in ENDING}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def make_server(application: Any, trusted_proxies: list[str]) -> OrderlyServer:
    """Of a connection from ``trusted_proxies`` (addresses and networks) the visitor's address and
    scheme are those that the proxy forwards: the last address that is no such proxy's."""
    config = uvicorn.Config(
        application,
        http=RequestWire,
        ws=SocketWire,
        ws_max_size=SOCKET_MESSAGE_MOST,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PONG_PATIENCE,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        headers=[("server", "tileroom")],
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=trusted_proxies,
        timeout_keep_alive=KEPT_IDLE,
        timeout_graceful_shutdown=GRACE,
    )
    return OrderlyServer(config)


def listen(host: str, port: int) -> socket.socket:
    """Raises ``CannotListenError``."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=2048)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # each connection has it from the listening one
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD * 1000)
        return listening
    except OSError as error:
        raise CannotListenError(
            f"Cannot listen on {host}, port {port}: {error.strerror}"
        ) from error


def address_of(listening: socket.socket) -> str:
    host, port, *_ = listening.getsockname()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def take_short_turns() -> None:
    """Threads take turns at Python: a move asks for one after each statement, and shall not wait
    long each time for a page that is being written."""
    sys.setswitchinterval(TURN)


def keep_what_is_loaded() -> None:
    """What was loaded at the start stays. To look through it for garbage, some 200,000 things,
    would hold up every move for a tenth of a second, again and again."""
    get_resolver().url_patterns  # noqa: B018 - what is reached from there is loaded, too
    gc.collect()
    gc.freeze()


def open_many_files() -> None:
    """Every connection is a file: as many as the system lets this process have."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def end_task(task: asyncio.Task[Any], patience: float) -> None:
    """Cancel a task and wait for its end, but no longer than ``patience`` seconds."""
    task.cancel()
    await asyncio.wait({task}, timeout=patience)
