"""``python -m tests.load``: measures live play over the loopback, on newly made sites.

It measures spectators of one game (with ``--languages 8`` also of pages in eight languages), pages
that reconnect at once, moves per second with 1 and 16 games at a time, a round of an event with 500
players, and the end of a turn in a duplicate game with 2,000, on both kinds of site. ``--rows``
chooses among these.
With ``--flood`` it measures instead how ten kinds of floods from one address slow down others at
the shipped limits, and what a refused request costs; it fails if a flood slows others down too much
or a refusal costs more than the work. With ``--records`` it measures how sixty uploads fare while
the processors are busy. The server and the measuring side share the machine.
"""

import argparse
import asyncio
import os
import sys
from collections.abc import Coroutine
from typing import Any, TypeVar

import uvloop

from scrabble_site.conf.languages import LANGUAGES
from tests.live.live_table import TEST_SEED, Table
from tests.load.baseline_server import BaselineServer
from tests.load.duplicate_turn import measure_duplicate
from tests.load.environment import measuring_environment
from tests.load.event_rounds import measure_event
from tests.load.flood import HEAD, measure_floods
from tests.load.move_throughput import measure_moves
from tests.load.push_latency import measure_push, measure_reconnect_storm
from tests.load.record_uploads import measure_records
from tests.site_processes import SiteMaker

Figures = TypeVar("Figures")

ROWS = ("spectators", "reconnects", "moves", "event", "duplicate")

KINDS = {"embedded": "SQLite, one process", "scaled": "PostgreSQL, Redis, two web processes"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--kind", choices=KINDS, nargs="*", default=list(KINDS))
    parser.add_argument("--spectators", type=int, nargs="*", default=[200, 1000, 3000])
    parser.add_argument("--storm", type=int, nargs="*", default=[1000])
    parser.add_argument("--games", type=int, nargs="*", default=[1, 16])
    parser.add_argument("--moves", type=int, default=12, help="per number of spectators")
    parser.add_argument("--seconds", type=float, default=8.0, help="per number of games")
    parser.add_argument(
        "--languages", type=int, default=1, help="compare spectators in so many with those in one"
    )
    parser.add_argument("--flood", action="store_true", help="a game beside floods, nothing else")
    parser.add_argument("--of", nargs="*", default=[], help="kinds of floods; all if none is named")
    parser.add_argument("--lasting", type=float, default=6.0, help="seconds of each flood")
    parser.add_argument(
        "--records", action="store_true", help="uploads on a busy machine, nothing else"
    )
    parser.add_argument("--rows", choices=ROWS, nargs="*", default=list(ROWS))
    parser.add_argument("--duplicate", type=int, default=2000, help="players in a duplicate game")
    parser.add_argument("--event", type=int, default=500, help="players in an event")
    parser.add_argument("--watchers", type=int, default=2000, help="pages that follow the event")
    parser.add_argument("--uploads", type=int, default=60, help="sent at once with --records")
    parser.add_argument("--loops", type=int, default=35, help="busy loops beside --records")
    parser.add_argument("--busy", type=float, default=30.0, help="seconds of these loops")
    chosen = parser.parse_args()
    passed = True
    with measuring_environment() as (maker, bare):
        for kind in chosen.kind:
            if chosen.flood:
                passed = measure_beside_floods(maker, kind, chosen) and passed
            elif chosen.records:
                measure_busy(maker, kind, chosen)
            else:
                measure(maker, kind, bare, chosen)
    if not passed:
        sys.exit("A flood slows others down too much, or a refusal costs more than the work.")


def measure_beside_floods(maker: SiteMaker, kind: Any, chosen: argparse.Namespace) -> bool:
    """Print a row for each kind of flood, and return whether all reach their goals."""
    site = maker.make(kind, TEST_SEED=TEST_SEED, LIMITS="true")
    print(f"{KINDS[kind]}; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    print(f"  {HEAD}", flush=True)
    measured = []
    for figures in measure_floods(site, chosen.lasting, chosen.of):
        print(f"  {figures}", flush=True)
        measured.append(figures)
    reached = sum(figures.reaches_goals for figures in measured)
    worst = max(max(figures.ratios) for figures in measured)
    print(f"  {reached} of {len(measured)} kinds reach both goals; worst {worst:.2f} times")
    maker.close(site)
    return reached == len(measured)


def measure_busy(maker: SiteMaker, kind: Any, chosen: argparse.Namespace) -> None:
    site = maker.make(kind)
    print(f"{KINDS[kind]}; {os.cpu_count()} cores, {chosen.loops} busy loops")
    print(f"  {measure_records(site, chosen.uploads, chosen.loops, chosen.busy)}", flush=True)
    maker.close(site)


def measure(maker: SiteMaker, kind: Any, bare: BaselineServer, chosen: argparse.Namespace) -> None:
    site = maker.make(kind, TEST_SEED=TEST_SEED)
    print(f"{KINDS[kind]}; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    codes = [code for code, _name in LANGUAGES[: chosen.languages]]
    for count in chosen.spectators if "spectators" in chosen.rows else ():
        figures = say(measure_push(Table(site), count, chosen.moves, bare))
        if len(codes) > 1:
            mixed = say(measure_push(Table(site), count, chosen.moves, bare, codes))
            print(f"  {mixed.compare(figures)}", flush=True)
    for count in chosen.storm if "reconnects" in chosen.rows else ():
        say(measure_reconnect_storm(Table(site), count))
    for count in chosen.games if "moves" in chosen.rows else ():
        tables = [Table(site) for _ in range(count)]
        print(f"  {measure_moves(tables, chosen.seconds)}", flush=True)
    if "event" in chosen.rows:
        say(measure_event(site, chosen.event, chosen.watchers, bare))
    if "duplicate" in chosen.rows:
        say(measure_duplicate(site, chosen.duplicate))
    maker.close(site)


def say(measuring: Coroutine[Any, Any, Figures]) -> Figures:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        figures = runner.run(measuring)
    print(f"  {figures}", flush=True)
    return figures


if __name__ == "__main__":
    main()
