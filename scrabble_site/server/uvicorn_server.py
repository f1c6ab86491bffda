"""Uvicorn's server with a start-up callback and a graceful shutdown, run by ``manage.py serve``.

Its HTTP and WebSocket protocols are in :mod:`scrabble_site.server.protocols`.
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
from django.conf import settings
from django.urls import get_resolver
from django.utils import translation

from scrabble_site.conf.site_address import build_local_url
from scrabble_site.server.protocols import MAX_SOCKET_MESSAGE_BYTES, RequestProtocol, SocketProtocol
from scrabble_site.server.streaming import end_streams

SHUTDOWN_GRACE = 8
"""Seconds that running requests have to finish once the server was told to stop."""

LAST_CONNECTIONS_GRACE = 0.3
"""Seconds that the last accepted connections have to send their requests before idle connections
are closed."""

PING_INTERVAL = 10.0
"""Seconds between two pings of a socket. They also measure its round-trip time."""

PONG_TIMEOUT = 20.0
"""Seconds that a socket has to answer a ping."""

KEEP_ALIVE_TIMEOUT = 75
"""Seconds that a connection may be idle between two requests. Longer than nginx keeps its
connections to us, so that we do not close one that nginx is about to use."""

TCP_USER_TIMEOUT_SECONDS = 60
"""Seconds after which a connection is dropped if the peer acknowledges none of the sent data."""

SWITCH_INTERVAL = 0.001
"""Seconds that a thread may hold Python's global lock while others wait for it."""

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class CannotListenError(Exception):
    """The address is in use, or does not belong to this machine."""


class GracefulServer(uvicorn.Server):
    """Uvicorn's server that calls ``on_open`` once it listens.

    When told to stop, it accepts no more connections, lets running requests finish (so a committed
    move is acknowledged) and closes the sockets.
    """

    on_open: Callable[[], object] = staticmethod(lambda: None)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.on_open()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop accepting, let the last accepted connections send their requests, then shut down."""
        for server in self.servers:
            server.close()
        await asyncio.sleep(LAST_CONNECTIONS_GRACE)
        end_streams()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals as Uvicorn does, but without raising them again after a clean shutdown."""
        before = {number: signal.signal(number, self.handle_exit) for number in STOP_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def build_server(application: Any, trusted_proxies: list[str]) -> GracefulServer:
    """Build the server for an ASGI application.

    For connections from ``trusted_proxies`` (addresses and networks), the visitor's address and
    scheme are taken from the proxy's headers: the last forwarded address that is not a trusted
    proxy's.
    """
    config = uvicorn.Config(
        application,
        http=RequestProtocol,
        ws=SocketProtocol,
        ws_max_size=MAX_SOCKET_MESSAGE_BYTES,
        ws_ping_interval=PING_INTERVAL,
        ws_ping_timeout=PONG_TIMEOUT,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        headers=[("server", "tileroom")],
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=trusted_proxies,
        timeout_keep_alive=KEEP_ALIVE_TIMEOUT,
        timeout_graceful_shutdown=SHUTDOWN_GRACE,
    )
    return GracefulServer(config)


def open_listening_socket(host: str, port: int) -> socket.socket:
    """Open the socket to listen on. Raises ``CannotListenError``."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=2048)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # accepted connections inherit the option
            listening.setsockopt(
                socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TCP_USER_TIMEOUT_SECONDS * 1000
            )
        return listening
    except OSError as error:
        raise CannotListenError(
            f"Cannot listen on {host}, port {port}: {error.strerror}"
        ) from error


def build_listening_url(listening: socket.socket) -> str:
    """Return the URL by which a browser on this machine reaches the socket."""
    host, port, *_ = listening.getsockname()
    return build_local_url(host, port)


def set_short_switch_interval() -> None:
    """Make threads hand over Python's global lock quickly.

    A move needs the lock again after each SQL statement, and should not wait long each time for a
    page that is being rendered.
    """
    sys.setswitchinterval(SWITCH_INTERVAL)


def freeze_loaded_objects() -> None:
    """Exempt everything loaded so far from garbage collection.

    A full collection would scan these roughly 200,000 permanent objects, and would stall every move
    for a tenth of a second each time.
    """
    gc.disable()  # Loading makes no garbage, and each search for it would take longer.
    get_resolver().url_patterns  # noqa: B018 - imports all views, so that they are frozen as well
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("Play")  # reads its catalogues, or the first move in it would wait
    gc.collect()
    gc.freeze()
    gc.enable()


def raise_file_limit() -> None:
    """Raise the soft limit of open files to the hard limit, because every connection is a file."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def cancel_and_wait(task: asyncio.Task[Any], patience: float) -> None:
    """Cancel a task and wait up to ``patience`` seconds for it to end."""
    task.cancel()
    await asyncio.wait({task}, timeout=patience)
