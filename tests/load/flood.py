"""What a flood from one address costs the moves of others.

The flood (:mod:`tests.load.flooder`) comes from a process and an address of its own, asks for pages
as fast as it is let, and has spent what may be had at once before anything is measured under it.
"""

import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.live.client import new_key
from tests.live.tables import Table
from tests.load.moves import KeptVisitor
from tests.processes import Process
from tests.sites import WebServer

AT_ONCE, RATE = 30, "| 30/6 seconds"
"""What an address may have at once, and on and on; less at once than is usual, to be spent soon."""

PAUSE = 0.4
"""Seconds between two moves: two people play no faster, and no limit is theirs."""


@dataclass(frozen=True)
class FloodFigures:
    """Medians of a move's answer, in seconds; ``asked`` and ``served`` are the flood's a second."""

    quiet: float
    flooded: float
    asked: float
    served: float

    def __str__(self) -> str:
        return (
            f"a move takes {self.quiet * 1000:.1f} ms when it is quiet, "
            f"{self.flooded * 1000:.1f} ms under a flood: {self.flooded / self.quiet:.2f} times; "
            f"the flood asks {self.asked:.0f} times a second and gets {self.served:.1f} pages"
        )


class Flood(Process):
    """One process that asks one web process of a site for pages without end."""

    def __init__(self, web: WebServer) -> None:
        log = web.log.with_name(f"flood-{web.port}.log")
        command = [sys.executable, "-m", "tests.load.flooder", str(web.port), str(AT_ONCE)]
        super().__init__("flood", command, log, lambda: bool(self.log_text()))

    @property
    def counts(self) -> tuple[int, int]:
        """How often it has asked and was served so far."""
        asked, served = self.log_text().splitlines()[-1].split()
        return int(asked), int(served)


def measure_flood(table: Table, moves: int) -> FloodFigures:
    """So many moves before, under and after a flood."""
    people = [KeptVisitor(person) for person in table.people]
    quiet = _play(table, people, moves)
    with _flooding(table) as floods:
        before, begun = [flood.counts for flood in floods], time.perf_counter()
        flooded = _play(table, people, 2 * moves)
        took, after = time.perf_counter() - begun, [flood.counts for flood in floods]
    quiet += _play(table, people, moves)
    asked, served = (
        sum(late[part] - early[part] for early, late in zip(before, after, strict=True)) / took
        for part in (0, 1)
    )
    return FloodFigures(statistics.median(quiet), statistics.median(flooded), asked, served)


@contextmanager
def _flooding(table: Table) -> Iterator[list[Flood]]:
    floods = [Flood(web) for web in table.site.webs]
    try:
        for flood in floods:
            flood.launch()
        for flood in floods:
            flood.wait_ready()
        yield floods
    finally:
        for flood in floods:
            flood.kill()


def _play(table: Table, people: list[KeptVisitor], moves: int) -> list[float]:
    """Exchange tiles in turn; how long each waited for the answer."""
    times = []
    for _ in range(moves):
        bundles = [person.get(table.path + "bundle").bundle for person in people]
        seat = next(number for number, bundle in enumerate(bundles) if "exchange" in bundle.can)
        fields: dict[str, Any] = {
            "game": bundles[seat].game,
            "turn": bundles[seat].turn,
            "key": new_key(),
        }
        time.sleep(PAUSE)
        begun = time.perf_counter()
        tile = bundles[seat].rack[0]
        answer = people[seat].post(table.path + "exchange", **fields, tiles=tile)
        times.append(time.perf_counter() - begun)
        assert answer.status == 200, answer.text[:200]
    return times
