"""``python -m tests.load.scale``: what a web process carries, what more add, where the stores end.

Games are played through 1, 2 ... web processes over one PostgreSQL and one Redis; what each of them
spends on a move is read from the kernel. From that, and from what a delivery and a socket at rest
cost, follows how much a core carries. Prints the tables of ``scrabble_site/deploy/README.md``.
"""

import argparse
import asyncio
import os
from dataclasses import dataclass

import uvloop

from tests.live.tables import TEST_SEED, Table
from tests.load.bare import BareServer
from tests.load.costs import cpu_of_all
from tests.load.ground import ground
from tests.load.moves import MoveFigures, measure_moves
from tests.load.push import PushFigures, measure_push, measure_rest
from tests.sites import SiteMaker

PACE = 20.0
"""Seconds between two moves of a game, as people play with 10 to 15 minutes each."""

SOCKETS = 4
"""Pages that look at a game: two players, two more."""

HALF = 0.5
"""How busy a core may be, so that nobody waits for it: above, the queue grows quickly."""


@dataclass(frozen=True)
class Step:
    """So many web processes at work. Seconds a move of each store's processor time."""

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
    parser.add_argument("--games", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--watchers", type=int, default=1000)
    chosen = parser.parse_args()
    with ground() as (maker, bare):
        print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before\n")
        print("| web processes | moves/s | 99 of 100 within | a move: web | PostgreSQL | Redis |")
        print("| ---: | ---: | ---: | ---: | ---: | ---: |")
        steps = [measure_step(maker, webs, chosen) for webs in chosen.webs]
        push, rest = measure_sockets(maker, chosen.watchers, bare)
        print_capacity(steps[-1], push, rest)


def measure_step(maker: SiteMaker, webs: int, chosen: argparse.Namespace) -> Step:
    site = maker.make("scaled", webs=webs, workers=0, TEST_SEED=TEST_SEED)
    tables = [Table(site) for _ in range(chosen.games)]
    stores = (maker.postgres.process, maker.redis.process)
    before = [cpu_of_all(one.pid) for one in stores]
    moves = measure_moves(tables, chosen.seconds)
    count = moves.per_second * chosen.seconds
    spent = [cpu_of_all(one.pid) - was for one, was in zip(stores, before, strict=True)]
    maker.close(site)
    step = Step(webs, moves, spent[0] / count, spent[1] / count)
    print(step, flush=True)
    return step


def measure_sockets(maker: SiteMaker, count: int, bare: BareServer) -> tuple[PushFigures, float]:
    """What a delivery costs, and a second of a socket at rest."""
    site = maker.make("scaled", webs=1, workers=0, TEST_SEED=TEST_SEED)
    table = Table(site)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        push = runner.run(measure_push(table, count, 8, bare))
        rest = runner.run(measure_rest(table, count, 10.0))
    maker.close(site)
    return push, rest


def print_capacity(step: Step, push: PushFigures, rest: float) -> None:
    room = step.moves.cpu / PACE + SOCKETS * (push.cpu / PACE + rest)
    print(f"\n| of one core, {HALF:.0%} busy | carries |")
    print("| --- | ---: |")
    print(f"| web process: moves/s | {HALF / step.moves.cpu:.0f} |")
    print(f"| web process: deliveries/s | {HALF / push.cpu:.0f} |")
    print(f"| web process: games, a move each {PACE:.0f} s, {SOCKETS} pages | {HALF / room:.0f} |")
    print(f"| web process: sockets at rest | {HALF / max(rest, 1e-9):.0f} |")
    print(f"| memory of 1,000 sockets | {push.memory / 1000:.0f} MB |")
    print(f"| PostgreSQL: moves/s | {HALF / step.postgres:.0f} |")
    print(f"| Redis: moves/s | {HALF / step.redis:.0f} |")


if __name__ == "__main__":
    main()
