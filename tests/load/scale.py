"""``python -m tests.load.scale``: the capacity of one web process, of more, and of the stores.

Games are played through 1, 2 ... web processes with one PostgreSQL and one Redis, and the kernel
reports what each of them spends on a move. Together with the cost of a delivery and of an idle
socket this gives the capacity of a core. Prints the tables of ``scrabble_site/deploy/README.md``.
``--games 1000000`` measures something else, see :mod:`tests.load.large_database`.
"""

import argparse
import asyncio
import os
from dataclasses import dataclass

import uvloop

from tests.live.live_table import TEST_SEED, Table
from tests.load import large_database
from tests.load.baseline_server import BaselineServer
from tests.load.environment import measuring_environment
from tests.load.move_throughput import MoveFigures, measure_moves
from tests.load.push_latency import PushFigures, measure_idle_sockets, measure_push
from tests.load.resource_usage import get_cpu_seconds_with_children
from tests.site_processes import SiteMaker

SECONDS_PER_MOVE = 20.0
"""Seconds between two moves of a game when people have 10 to 15 minutes each."""

SOCKETS = 4
"""Open pages per game: two players and two spectators."""

HALF_SECOND = 0.5
"""The share of a core that may be busy. Above it waiting times grow quickly."""


@dataclass(frozen=True)
class ScaleResult:
    """A run with this many web processes. Each store's cost is in processor seconds per move."""

    webs: int
    moves: MoveFigures
    postgres: float
    redis: float

    def __str__(self) -> str:
        return (
            f"| {self.webs} | {self.moves.per_second:.0f} | {self.moves.p99 * 1000:.0f} ms "
            f"| {self.moves.cpu * 1000:.1f} ms | {self.postgres * 1000:.1f} ms "
            f"| {self.redis * 1000:.2f} ms |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load.scale", description=__doc__)
    parser.add_argument("--webs", type=int, nargs="*", default=[1, 2, 4])
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument(
        "--games", type=int, help="beside so many old games, how long do pages take"
    )
    parser.add_argument("--database", choices=("postgresql", "sqlite"), default="postgresql")
    parser.add_argument("--repetitions", type=int, default=large_database.REPETITIONS)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--plans", action="store_true", help="how PostgreSQL reads large tables")
    chosen = parser.parse_args()
    if chosen.games:
        large_database.main(
            chosen.games, chosen.database, repetitions=chosen.repetitions, plans=chosen.plans
        )
        return
    with measuring_environment() as (maker, bare):
        print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before\n")
        print("| web processes | moves/s | 99 of 100 within | a move: web | PostgreSQL | Redis |")
        print("| ---: | ---: | ---: | ---: | ---: | ---: |")
        steps = [measure_step(maker, webs, chosen) for webs in chosen.webs]
        push, rest = measure_sockets(maker, chosen.spectators, bare)
        print_capacity(steps[-1], push, rest)


def measure_step(maker: SiteMaker, webs: int, chosen: argparse.Namespace) -> ScaleResult:
    site = maker.make("scaled", webs=webs, workers=0, TEST_SEED=TEST_SEED)
    tables = [Table(site) for _ in range(chosen.tables)]
    stores = (maker.postgres.process, maker.redis.process)
    before = [get_cpu_seconds_with_children(one.pid) for one in stores]
    moves = measure_moves(tables, chosen.seconds)
    count = moves.per_second * chosen.seconds
    spent = [
        get_cpu_seconds_with_children(one.pid) - was
        for one, was in zip(stores, before, strict=True)
    ]
    maker.close(site)
    step = ScaleResult(webs, moves, spent[0] / count, spent[1] / count)
    print(step, flush=True)
    return step


def measure_sockets(
    maker: SiteMaker, count: int, bare: BaselineServer
) -> tuple[PushFigures, float]:
    """Measure the cost of a delivery, and of an idle socket per second."""
    site = maker.make("scaled", webs=1, workers=0, TEST_SEED=TEST_SEED)
    table = Table(site)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        push = runner.run(measure_push(table, count, 8, bare))
        rest = runner.run(measure_idle_sockets(table, count, 10.0))
    maker.close(site)
    return push, rest


def print_capacity(step: ScaleResult, push: PushFigures, rest: float) -> None:
    room = step.moves.cpu / SECONDS_PER_MOVE + SOCKETS * (push.cpu / SECONDS_PER_MOVE + rest)
    print(f"\n| of one core, {HALF_SECOND:.0%} busy | carries |")
    print("| --- | ---: |")
    print(f"| web process: moves/s | {HALF_SECOND / step.moves.cpu:.0f} |")
    print(f"| web process: deliveries/s | {HALF_SECOND / push.cpu:.0f} |")
    print(
        f"| web process: games, a move each {SECONDS_PER_MOVE:.0f} s, {SOCKETS} pages"
        f" | {HALF_SECOND / room:.0f} |"
    )
    print(f"| web process: sockets at rest | {HALF_SECOND / max(rest, 1e-9):.0f} |")
    print(f"| memory of 1,000 sockets | {push.memory / 1000:.0f} MB |")
    print(f"| PostgreSQL: moves/s | {HALF_SECOND / step.postgres:.0f} |")
    print(f"| Redis: moves/s | {HALF_SECOND / step.redis:.0f} |")


if __name__ == "__main__":
    main()
