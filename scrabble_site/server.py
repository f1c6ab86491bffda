"""Daphne's server with a spoken beginning and an orderly end; ``manage.py serve`` runs it."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from daphne.server import Server
from twisted.internet import defer

from scrabble_site.sockets import use_coded_protocol

logger = logging.getLogger(__name__)

SERVICE_RESTART = 1012
"""Close code that tells a page to come back soon (RFC 6455's registry)."""
GRACE = 8.0
"""Seconds that requests under way have to finish once the server was told to end."""
FAREWELL = 1.0
POLL = 0.02


class OrderlyServer(Server):
    """Tells the address once it listens. Told to end, it takes no more connections, lets requests
    under way finish (a move that was committed is acknowledged) and sends the sockets off."""

    say: Callable[[str], object] = print
    failure = ""

    def run(self) -> None:
        use_coded_protocol()
        super().run()

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        self.port = port
        where = port.getHost()
        host = f"[{where.host}]" if ":" in where.host else where.host
        self.say(f"Tileroom is open at http://{host}:{where.port}/  (Ctrl+C closes it)")

    def listen_error(self, failure: Any) -> None:
        self.failure = f"Cannot listen: {failure.getErrorMessage()}"
        self.stop()

    def kill_all_applications(self) -> defer.Deferred[Any]:
        """Called by Daphne once, before its loop ends."""
        drained = defer.Deferred.fromFuture(asyncio.ensure_future(self._drain()))
        drained.addErrback(lambda failure: logger.error("Ending: %s", failure.getTraceback()))
        return drained.addCallback(lambda _: super(OrderlyServer, self).kill_all_applications())

    async def _drain(self) -> None:
        if hasattr(self, "port"):
            await self.port.stopListening().asFuture(asyncio.get_running_loop())
        requests, sockets = [], []
        for protocol, details in list(self.connections.items()):
            application = details.setdefault("application_instance", _nothing())
            if hasattr(protocol, "serverClose"):
                protocol.serverClose(code=SERVICE_RESTART)
                sockets.append(details)
            elif not application.done():
                requests.append(application)
        if requests:
            await asyncio.wait(requests, timeout=GRACE)
        await _wait_for_goodbyes(sockets)


async def _wait_for_goodbyes(sockets: list[dict[str, Any]]) -> None:
    """Until every page has answered the close frame, or ``FAREWELL`` seconds have passed."""
    for _ in range(int(FAREWELL / POLL)):
        if all("disconnected" in details for details in sockets):
            return
        await asyncio.sleep(POLL)


def _nothing() -> asyncio.Future[None]:
    """What a connection without an application has in its place; Daphne expects one at the end."""
    done = asyncio.get_running_loop().create_future()
    done.set_result(None)
    return done
