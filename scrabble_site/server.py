"""Uvicorn's server with a spoken beginning and an orderly end; ``manage.py serve`` runs it.

How requests and sockets look to it is in :mod:`scrabble_site.wires`.
"""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn

from scrabble_site.wires import SOCKET_MESSAGE_MOST, RequestWire, SocketWire

GRACE = 8
"""Seconds that requests under way have to finish once the server was told to end."""

KEPT_IDLE = 75
"""Seconds a connection may rest between two requests: longer than a proxy keeps its own."""

ENDING = (signal.SIGINT, signal.SIGTERM)


class CannotListenError(Exception):
    """The address is taken, or is none of this machine's."""


class OrderlyServer(uvicorn.Server):
    """Tells the address once it listens. Told to end, it takes no more connections, lets requests
    under way finish (a move that was committed is acknowledged) and sends the sockets off."""

    say: Callable[[str], object] = print

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or []:
            host, port, *_ = listening.getsockname()
            name = f"[{host}]" if ":" in host else host
            self.say(f"Tileroom is open at http://{name}:{port}/  (Ctrl+C closes it)")

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As Uvicorn does, but a signal that ended the server in good order is done with."""
        before = {number: signal.signal(number, self.handle_exit) for number in ENDING}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def make_server(application: Any, *, behind_proxy: bool) -> OrderlyServer:
    """``behind_proxy``: the visitor's address and scheme are those that the proxy forwards."""
    config = uvicorn.Config(
        application,
        http=RequestWire,
        ws=SocketWire,
        ws_max_size=SOCKET_MESSAGE_MOST,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        headers=[("server", "tileroom")],
        proxy_headers=behind_proxy,
        forwarded_allow_ips="*" if behind_proxy else None,
        timeout_keep_alive=KEPT_IDLE,
        timeout_graceful_shutdown=GRACE,
    )
    return OrderlyServer(config)


def listen(host: str, port: int) -> socket.socket:
    """Raises ``CannotListenError``."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise CannotListenError(
            f"Cannot listen on {host}, port {port}: {error.strerror}"
        ) from error


async def end_task(task: asyncio.Task[Any], patience: float) -> None:
    """Cancel a task and wait for its end, but no longer than ``patience`` seconds."""
    task.cancel()
    await asyncio.wait({task}, timeout=patience)
