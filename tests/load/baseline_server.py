"""The baseline for pushes: an asyncio server that only writes the same bytes to all clients.

``python -m tests.load.baseline_server PORT`` runs it as a separate process. Everything one client
sends is written to all others.
"""

import asyncio
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.processes import Process, accepts_connections, find_free_port, minimal_env


class BaselineProtocol(asyncio.Protocol):
    clients: set[asyncio.Transport] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.clients.add(transport)
        self.said = b""

    def data_received(self, data: bytes) -> None:
        self.said += data
        if self.said.endswith(END):
            frame, self.said = self.said, b""
            for transport in self.clients:
                if transport is not self.transport:
                    transport.write(frame)

    def connection_lost(self, error: Exception | None) -> None:
        self.clients.discard(self.transport)


END = b"\0"


class BaselineClient(asyncio.Protocol):
    """A client of the baseline server that records when each message is complete."""

    def __init__(self, size: int, note: Callable[[float], None]) -> None:
        self.size, self.note, self.got = size, note, 0

    def data_received(self, data: bytes) -> None:
        self.got += len(data)
        if self.got >= self.size:
            self.got -= self.size
            self.note(time.perf_counter())


class BaselineServer(Process):
    """One process of the baseline server."""

    def __init__(self, folder: Path) -> None:
        self.port = find_free_port()
        command = [sys.executable, "-m", "tests.load.baseline_server", str(self.port)]
        ready = lambda: accepts_connections(self.port)  # noqa: E731
        super().__init__("bare", command, folder / "bare.log", ready, env=minimal_env())


async def serve(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(BaselineProtocol, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
