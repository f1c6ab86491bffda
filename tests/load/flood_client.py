"""``python -m tests.load.flood_client PLAN``: sends requests from one address as fast as possible.

The plan is a JSON file with a :class:`FloodPlan`. Ten times a second the program prints how many
requests it has sent and how many were served.
"""

import asyncio
import base64
import itertools
import json
import os
import re
import sys
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path

import uvloop

CONNECTIONS = 60
SERVED = (b"200", b"101", b"302")

_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)


@dataclass(frozen=True)
class FloodRequest:
    """A request to repeat. ``{n}`` in the path and the body is a new number each time."""

    method: str
    path: str
    headers: dict[str, str] = field(default_factory=dict)
    body: str = ""
    socket: bool = False
    """Open a WebSocket there, and close it after its first message."""

    def write(self, port: int, number: int) -> bytes:
        body = self.body.replace("{n}", str(number)).encode()
        path = self.path.replace("{n}", str(number))
        said = {"Host": f"127.0.0.1:{port}", "Accept-Encoding": "gzip"} | self.headers
        if self.socket:
            key = base64.b64encode(os.urandom(16)).decode()
            said |= {"Upgrade": "websocket", "Connection": "Upgrade"}
            said |= {"Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13"}
            said |= {"Origin": f"http://127.0.0.1:{port}"}
        elif self.method == "POST":
            said |= {"Content-Length": str(len(body))}
        lines = [f"{self.method} {path} HTTP/1.1", *(f"{key}: {one}" for key, one in said.items())]
        return "\r\n".join([*lines, "", ""]).encode() + body


@dataclass(frozen=True)
class FloodPlan:
    """The address that floods, the ports of the servers, and the requests they receive."""

    address: str
    ports: list[int]
    asked: list[FloodRequest]

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self)))

    @classmethod
    def read(cls, path: Path) -> "FloodPlan":
        data = json.loads(path.read_text())
        return cls(data["address"], data["ports"], [FloodRequest(**one) for one in data["asked"]])


class Flooder:
    def __init__(self, plan: FloodPlan) -> None:
        self.plan = plan
        self.asked = self.served = 0
        self.statuses: Counter[bytes] = Counter()
        self.numbers = itertools.count(1)

    async def flood(self) -> None:
        await asyncio.gather(self._report(), *(self._insist(one) for one in range(CONNECTIONS)))

    async def _report(self) -> None:
        while True:
            seen = " ".join(f"{key.decode()}={self.statuses[key]}" for key in sorted(self.statuses))
            print(self.asked, self.served, seen, flush=True)
            await asyncio.sleep(0.1)

    async def _insist(self, connection: int) -> None:
        while True:
            try:
                await self._ask(connection)
            except (OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.1)

    async def _ask(self, connection: int) -> None:
        """Send requests over one connection, each as soon as the one before it is answered."""
        port = self.plan.ports[connection % len(self.plan.ports)]
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", port, local_addr=(self.plan.address, 0)
        )
        try:
            for number in self.numbers:
                asked = self.plan.asked[number % len(self.plan.asked)]
                self.asked += 1
                writer.write(asked.write(port, number))
                status = await read_status(reader)
                self.statuses[status] += 1
                self.served += status in SERVED
                # Its first message ends a socket, so the next request needs a new connection.
                if status == b"101":
                    await reader.read(4096)
                    return
        finally:
            writer.transport.abort()


async def read_status(reader: asyncio.StreamReader) -> bytes:
    """Read one answer to its end, or only the head of one that opens a WebSocket."""
    head = await reader.readuntil(b"\r\n\r\n")
    status = head.split(None, 2)[1]
    if status != b"101":
        length = _LENGTH.search(head)
        if length is None:
            raise asyncio.IncompleteReadError(b"", None)
        await reader.readexactly(int(length[1]))
    return status


if __name__ == "__main__":
    uvloop.run(Flooder(FloodPlan.read(Path(sys.argv[1]))).flood())
