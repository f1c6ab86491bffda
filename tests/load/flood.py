"""The cost of a flood from one address to others: their moves and pages with it and without.

Limits are as shipped. Each kind of flood (:mod:`tests.load.flood_kinds`) comes from a separate
process and is measured from its first second on, when it has its whole allowance. Quiet and flooded
periods alternate, each flood from a new address, so that other load on the machine slows both
equally.
"""

import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.live.client import make_command_key
from tests.live.live_table import Table
from tests.load.flood_client import FloodPlan
from tests.load.flood_kinds import (
    FLOOD_KINDS,
    FloodKind,
    FloodTarget,
    get_flood_address,
    get_flood_ports,
)
from tests.load.move_throughput import PersistentVisitor
from tests.load.refusal_costs import measure_served_cost
from tests.load.resource_usage import get_cpu_seconds, get_wait
from tests.processes import Process
from tests.site_processes import Site

MAX_SLOWDOWN = 1.5
"""How many times as long another player's move and page may take under any flood."""

PAUSE = 0.2
"""Seconds of rest after each move and each page, which keeps players far below every limit."""

PLAYERS = ("127.0.3.1", "127.0.3.2")
"""Addresses of the two players."""

ROUNDS = 3
"""Floods of each kind, with as many quiet periods before them."""

REST = 1.0
"""Seconds after a flood until the server has finished the requests it received."""


@dataclass
class ResponseTimes:
    """Seconds that moves and pages took, and the load of the web processes at the same time."""

    moves: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    lasted: float = 0.0
    cpu: float = 0.0
    """Processor seconds that the web processes used."""
    waited: float = 0.0
    """Seconds for which their threads were ready to run but had no processor."""

    @property
    def medians(self) -> tuple[float, float]:
        return statistics.median(self.moves), statistics.median(self.pages)


@dataclass
class FloodFigures:
    """Times in quiet and during the floods of one kind.

    ``asked`` and ``served`` count the flood's requests and those that were answered with success.
    """

    kind: str
    served_cost: float
    """Processor seconds of a served request without a flood."""
    quiet: ResponseTimes = field(default_factory=ResponseTimes)
    flooded: ResponseTimes = field(default_factory=ResponseTimes)
    asked: int = 0
    served: int = 0

    @property
    def ratios(self) -> tuple[float, ...]:
        """How many times as long moves and pages took during the flood."""
        both = zip(self.quiet.medians, self.flooded.medians, strict=True)
        return tuple(under / before for before, under in both)

    @property
    def refused_cost(self) -> float | None:
        """Processor seconds of a refused request; None if hardly any were refused.

        They are what the flood took beyond the quiet periods and its served requests.
        """
        refused = self.asked - self.served
        if refused < self.asked / 10:
            return None
        quiet = self.quiet.cpu / self.quiet.lasted * self.flooded.lasted
        return max(self.flooded.cpu - quiet - self.served * self.served_cost, 0) / refused

    @property
    def reaches_goals(self) -> bool:
        """Return whether others are hardly slowed down, and a refusal costs less than the work."""
        refused = self.refused_cost
        cheaper = refused is None or refused < self.served_cost
        return cheaper and max(self.ratios) <= MAX_SLOWDOWN

    def __str__(self) -> str:
        both = zip(self.quiet.medians, self.flooded.medians, self.ratios, strict=True)
        parts = [
            f"{before * 1000:7.1f} {under * 1000:7.1f} {ratio:6.2f}"
            for before, under, ratio in both
        ]
        said = "" if self.reaches_goals else "  misses a goal"
        refused = self.refused_cost
        costs = f"{self.served_cost * 1000:7.2f}"
        costs += f"{'none':>8}" if refused is None else f"{refused * 1000:8.2f}"
        lasted = self.flooded.lasted
        spells = (self.quiet, self.flooded)
        shares = " ".join(f"{one.cpu / one.lasted:5.0%}" for one in spells)
        waits = " ".join(f"{one.waited / one.lasted:5.0%}" for one in spells)
        return (
            f"{self.kind:9} {' '.join(parts)} {self.asked / lasted:8.0f}"
            f" {self.served / lasted:7.1f} {costs} {shares} {waits}{said}"
        )


HEAD = (
    f"medians in ms: quiet, flooded, times; the goal is {MAX_SLOWDOWN} times at most.\n"
    "  cost: processor time in ms of a served and of a refused request, which must be less.\n"
    f"  {'flood of':9} {'move':>22} {'page':>22} {'asked/s':>8} {'got/s':>7} {'cost':>15}"
    f" {'server':>11}"
    f" {'kept waiting':>11}"
)


class Flood(Process):
    """One process that sends requests to the web processes of a site without end."""

    def __init__(self, site: Site, plan: FloodPlan, name: str) -> None:
        path = site.folder / f"flood-{name}.json"
        plan.write(path)
        command = [sys.executable, "-m", "tests.load.flood_client", str(path)]
        super().__init__(name, command, path.with_suffix(".log"), lambda: self.counts[0] > 0)

    @property
    def counts(self) -> tuple[int, int]:
        """How many requests it has sent, and how many of them were served."""
        lines = self.log_text().rpartition("\n")[0].splitlines()  # complete lines only
        asked, served = lines[-1].split()[:2] if lines else ("0", "0")
        return int(asked), int(served)


def measure_floods(site: Site, seconds: float, names: list[str]) -> Iterator[FloodFigures]:
    """Measure one kind of flood after another, in periods of this many seconds."""
    ground = FloodTarget(Table(site))
    table = ground.table
    for person, source in zip(table.people, PLAYERS, strict=True):
        person.source = source
    player = TimedTable(table)
    player.play(seconds / 2, ResponseTimes())  # warm up the server's caches
    for kind in FLOOD_KINDS:
        if names and kind.__name__ not in names:
            continue
        figures = FloodFigures(kind.__name__, measure_served_cost(ground, kind))
        for number in range(ROUNDS):
            player.play(seconds, figures.quiet)
            with _flooding(ground, kind, number) as flood:
                asked, served = flood.counts
                player.play(seconds, figures.flooded)
                after = flood.counts
            figures.asked += after[0] - asked
            figures.served += after[1] - served
            time.sleep(REST)
        yield figures


@contextmanager
def _flooding(ground: FloodTarget, kind: FloodKind, number: int) -> Iterator[Flood]:
    address = get_flood_address(kind, number)
    asked = kind(ground, ground.people(address))
    flood = Flood(
        ground.site,
        FloodPlan(address, get_flood_ports(ground.site), asked),
        f"{kind.__name__}-{number}",
    )
    try:
        flood.start()
        yield flood
    finally:
        flood.kill()


class TimedTable:
    """A table of two who exchange tiles; after each move the other loads the room's page."""

    def __init__(self, table: Table) -> None:
        self.site, self.path = table.site, table.path
        self.people = [PersistentVisitor(person) for person in table.people]
        self.bundles = [person.get(self.path + "bundle").bundle for person in self.people]
        self.seat = next(n for n, bundle in enumerate(self.bundles) if "exchange" in bundle.can)

    def play(self, seconds: float, times: ResponseTimes) -> None:
        """Play for this many seconds and add the measured times."""
        begun, cpu, waited = time.perf_counter(), get_cpu_seconds(self.site), get_wait(self.site)
        end = begun + seconds
        while time.perf_counter() < end:
            times.moves.append(self._move())
            time.sleep(PAUSE)
            times.pages.append(self._look())
            time.sleep(PAUSE)
        times.lasted += time.perf_counter() - begun
        times.cpu += get_cpu_seconds(self.site) - cpu
        times.waited += get_wait(self.site) - waited

    def _look(self) -> float:
        begun = time.perf_counter()
        assert self.people[self.seat].get(self.path).status == 200
        return time.perf_counter() - begun

    def _move(self) -> float:
        bundle = self.bundles[self.seat]
        fields: dict[str, Any] = {
            "game": bundle.game,
            "turn": bundle.turn,
            "key": make_command_key(),
        }
        begun = time.perf_counter()
        answer = self.people[self.seat].post(self.path + "exchange", **fields, tiles=bundle.rack[0])
        took = time.perf_counter() - begun
        assert answer.status == 200, answer.text[:200]
        self.bundles[self.seat] = answer.bundle
        self.seat = 1 - self.seat
        self.bundles[self.seat] = self.people[self.seat].get(self.path + "bundle").bundle
        return took
