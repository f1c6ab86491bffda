"""Moves per second through the whole stack: POST, rules, commit, bundles, answer.

Requests go to the web processes in turn, as if a proxy distributed them.
"""

import re
import socket
import statistics
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import Message
from itertools import cycle
from threading import Barrier
from typing import Any

from tests.live.client import Answer, Visitor, make_command_key
from tests.live.live_table import Table
from tests.load.resource_usage import get_cpu_seconds
from tests.site_processes import WebServer


class PersistentVisitor(Visitor):
    """A visitor who keeps one connection to each web process open, as a proxy does.

    Answers are parsed only as far as needed, so that the measuring side costs next to nothing.
    """

    def __init__(self, person: Visitor) -> None:
        super().__init__(person.web, person.name)
        self.cookies, self.token = dict(person.cookies), person.token
        self.source = person.source
        self._lines: dict[int, socket.socket] = {}

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        line = self._line()
        said = {"Host": f"127.0.0.1:{self.web.port}", "Cookie": self.cookie_header}
        said |= {"Content-Length": str(len(body or b""))} | dict(headers or {})
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in said.items())]
        line.sendall("\r\n".join([*lines, "", ""]).encode() + (body or b""))
        return self._read(line)

    def _line(self) -> socket.socket:
        if self.web.port not in self._lines:
            source = (self.source, 0) if self.source else None
            line = socket.create_connection(("127.0.0.1", self.web.port), 30, source)
            # A request must not wait for the acknowledgement of the previous packet.
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._lines[self.web.port] = line
        return self._lines[self.web.port]

    def _read(self, line: socket.socket) -> Answer:
        got = b""
        while (end := got.find(b"\r\n\r\n")) < 0:
            got += _more(line)
        found = _LENGTH.search(got, 0, end + 2)
        size = end + 4 + (int(found[1]) if found else 0)
        while len(got) < size:
            got += _more(line)
        return Answer(int(got[9:12]), Message(), got[end + 4 :].decode())


_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)


def _more(line: socket.socket) -> bytes:
    got = line.recv(65536)
    assert got, "the server hung up"
    return got


@dataclass(frozen=True)
class MoveFigures:
    games: int
    per_second: float
    median: float
    p99: float
    cpu: float
    """Processor seconds of the web processes per move."""

    def __str__(self) -> str:
        return (
            f"{self.games:5} at a time: {self.per_second:5.0f} moves/s, "
            f"median {self.median * 1000:5.1f} ms, p99 {self.p99 * 1000:5.1f} ms, "
            f"{self.cpu * 1000:4.1f} ms of the server's time a move"
        )


def measure_moves(tables: list[Table], seconds: float) -> MoveFigures:
    """Exchange tiles at every table at once, each table's seats in turn, for this many seconds."""
    site = tables[0].site
    begun: list[tuple[float, float]] = []
    ready = Barrier(len(tables), lambda: begun.append((time.perf_counter(), get_cpu_seconds(site))))
    webs = cycle(site.webs)
    with ThreadPoolExecutor(len(tables)) as pool:
        found = pool.map(lambda table: _exchange_on(table, webs, ready, seconds), tables)
        times = [one for some in found for one in some]
    took, cpu = time.perf_counter() - begun[0][0], get_cpu_seconds(site) - begun[0][1]
    times.sort()
    p99 = times[int(len(times) * 0.99)]
    return MoveFigures(
        len(tables), len(times) / took, statistics.median(times), p99, cpu / len(times)
    )


def _exchange_on(
    table: Table, webs: Iterator[WebServer], ready: Barrier, seconds: float
) -> list[float]:
    people = [PersistentVisitor(person) for person in table.people]
    bundles = [person.get(table.path + "bundle").bundle for person in people]
    seat, turn, times = table.mover, bundles[0].turn, []
    game = bundles[0].game
    ready.wait(60)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        fields: dict[str, Any] = {"game": game, "turn": turn, "key": make_command_key()}
        fields["tiles"] = bundles[seat].rack[0]
        people[seat].web = next(webs)
        begun = time.perf_counter()
        answer = people[seat].post(table.path + "exchange", **fields)
        times.append(time.perf_counter() - begun)
        assert answer.status == 200, answer.text[:200]
        bundles[seat] = answer.bundle
        turn, seat = turn + 1, 1 - seat
    return times
