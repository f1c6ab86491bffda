"""``python -m tests.load``: measures live play over the loopback, on sites of its own.

Watchers of one game, pages that come back at once, and moves a second with 1 and 16 games at a
time, on both kinds of site. Server and measuring side share the machine.
"""

import argparse
import asyncio
import os
import resource
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import uvloop

from tests.live.tables import TEST_SEED, Table
from tests.load.bare import BareServer
from tests.load.moves import measure_moves
from tests.load.push import measure_push, measure_storm
from tests.sites import ROOT, SiteMaker

KINDS = {"embedded": "SQLite, one process", "scaled": "PostgreSQL, Redis, two web processes"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--kind", choices=KINDS, nargs="*", default=list(KINDS))
    parser.add_argument("--watchers", type=int, nargs="*", default=[200, 1000, 3000])
    parser.add_argument("--storm", type=int, nargs="*", default=[1000])
    parser.add_argument("--games", type=int, nargs="*", default=[1, 16])
    parser.add_argument("--moves", type=int, default=12, help="per number of watchers")
    parser.add_argument("--seconds", type=float, default=8.0, help="per number of games")
    chosen = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    os.environ.setdefault("ENGINE_CACHE_DIR", str(ROOT / "var" / "engine"))
    with tempfile.TemporaryDirectory(prefix="tileroom-load-") as folder:
        Path(folder).chmod(0o711)  # PostgreSQL's own user passes through it to its cluster
        measure_all(Path(folder), chosen)


def measure_all(folder: Path, chosen: argparse.Namespace) -> None:
    maker, bare = SiteMaker(folder), BareServer(folder)
    try:
        bare.start()
        for kind in chosen.kind:
            measure(maker, kind, bare, chosen)
    finally:
        bare.stop()
        maker.close_all()


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
