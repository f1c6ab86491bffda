"""``python -m tests.load``: measures live play over the loopback, on sites of its own.

Watchers of one game, pages that come back at once, and moves a second with 1 and 16 games at a
time, on both kinds of site; with ``--flood`` instead what a flood from one address costs a game.
Server and measuring side share the machine.
"""

import argparse
import asyncio
import os
from collections.abc import Coroutine
from typing import Any

import uvloop

from tests.live.tables import TEST_SEED, Table
from tests.load.bare import BareServer
from tests.load.flood import RATE, measure_flood
from tests.load.ground import ground
from tests.load.moves import measure_moves
from tests.load.push import measure_push, measure_storm
from tests.sites import SiteMaker

KINDS = {"embedded": "SQLite, one process", "scaled": "PostgreSQL, Redis, two web processes"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--kind", choices=KINDS, nargs="*", default=list(KINDS))
    parser.add_argument("--watchers", type=int, nargs="*", default=[200, 1000, 3000])
    parser.add_argument("--storm", type=int, nargs="*", default=[1000])
    parser.add_argument("--games", type=int, nargs="*", default=[1, 16])
    parser.add_argument("--moves", type=int, default=12, help="per number of watchers")
    parser.add_argument("--seconds", type=float, default=8.0, help="per number of games")
    parser.add_argument("--flood", action="store_true", help="a game beside a flood, nothing else")
    chosen = parser.parse_args()
    with ground() as (maker, bare):
        for kind in chosen.kind:
            if chosen.flood:
                measure_beside_flood(maker, kind, chosen.moves)
            else:
                measure(maker, kind, bare, chosen)


def measure_beside_flood(maker: SiteMaker, kind: Any, moves: int) -> None:
    site = maker.make(kind, TEST_SEED=TEST_SEED, LIMITS="true", LIMIT_PAGES=RATE)
    print(f"{KINDS[kind]}; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    print(f"  {measure_flood(Table(site), moves)}", flush=True)
    maker.close(site)


def measure(maker: SiteMaker, kind: Any, bare: BareServer, chosen: argparse.Namespace) -> None:
    site = maker.make(kind, TEST_SEED=TEST_SEED)
    print(f"{KINDS[kind]}; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    for count in chosen.watchers:
        say(measure_push(Table(site), count, chosen.moves, bare))
    for count in chosen.storm:
        say(measure_storm(Table(site), count))
    for count in chosen.games:
        tables = [Table(site) for _ in range(count)]
        print(f"  {measure_moves(tables, chosen.seconds)}", flush=True)
    maker.close(site)


def say(measuring: Coroutine[Any, Any, object]) -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        print(f"  {runner.run(measuring)}", flush=True)


if __name__ == "__main__":
    main()
