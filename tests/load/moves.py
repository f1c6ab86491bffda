"""How many moves a second the whole way takes: POST, rules, commit, bundles, answer."""

import http.client
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.live.client import Visitor, new_key
from tests.live.tables import Table
from tests.load.costs import cpu_of


class KeptVisitor(Visitor):
    """A visitor whose connection is kept from one request to the next, as a browser's is."""

    kept: http.client.HTTPConnection | None = None

    @contextmanager
    def connected(self) -> Iterator[http.client.HTTPConnection]:
        if self.kept is None:
            self.kept = http.client.HTTPConnection("127.0.0.1", self.web.port, timeout=30)
        yield self.kept


@dataclass(frozen=True)
class MoveFigures:
    games: int
    per_second: float
    median: float
    p99: float
    cpu: float
    """Seconds of the web processes' time a move, whatever else the machine did."""

    def __str__(self) -> str:
        return (
            f"{self.games:5} at a time: {self.per_second:5.0f} moves/s, "
            f"median {self.median * 1000:5.1f} ms, p99 {self.p99 * 1000:5.1f} ms, "
            f"{self.cpu * 1000:4.1f} ms of the server's time a move"
        )


def measure_moves(tables: list[Table], seconds: float) -> MoveFigures:
    """Exchange tiles at every table at once, each table's seats in turn, for so long."""
    site = tables[0].site
    begun, cpu = time.perf_counter(), cpu_of(site)
    with ThreadPoolExecutor(len(tables)) as pool:
        times = [t for some in pool.map(lambda t: _exchange_on(t, seconds), tables) for t in some]
    took, cpu = time.perf_counter() - begun, cpu_of(site) - cpu
    times.sort()
    p99 = times[int(len(times) * 0.99)]
    return MoveFigures(
        len(tables), len(times) / took, statistics.median(times), p99, cpu / len(times)
    )


def _exchange_on(table: Table, seconds: float) -> list[float]:
    people = [_keep(person) for person in table.people]
    bundles = [person.get(table.path + "bundle").bundle for person in people]
    seat, turn, times = table.mover, bundles[0].turn, []
    game = bundles[0].game
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        fields: dict[str, Any] = {"game": game, "turn": turn, "key": new_key()}
        fields["tiles"] = bundles[seat].rack[0]
        begun = time.perf_counter()
        answer = people[seat].post(table.path + "exchange", **fields)
        times.append(time.perf_counter() - begun)
        assert answer.status == 200, answer.text[:200]
        bundles[seat] = answer.bundle
        turn, seat = turn + 1, 1 - seat
    return times


def _keep(person: Visitor) -> KeptVisitor:
    kept = KeptVisitor(person.web, person.name)
    kept.cookies, kept.token = dict(person.cookies), person.token
    return kept
