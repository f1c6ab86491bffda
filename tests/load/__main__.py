"""``python -m tests.load``: measures live play over the loopback, on a site of its own.

Watchers of one game (200 and 1000), and moves a second with 1 and 16 games at a time. Server and
measuring side share the machine. It stops by itself after a minute or two.
"""

import argparse
import asyncio
import os
import resource
import tempfile
from pathlib import Path

from tests.live.tables import TEST_SEED, Table
from tests.load.moves import measure_moves
from tests.load.push import measure_push
from tests.sites import ROOT, Site, SiteMaker


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--kind", choices=["embedded", "scaled"], default="embedded")
    parser.add_argument("--watchers", type=int, nargs="*", default=[200, 1000])
    parser.add_argument("--games", type=int, nargs="*", default=[1, 16])
    parser.add_argument("--moves", type=int, default=12, help="per number of watchers")
    parser.add_argument("--seconds", type=float, default=8.0, help="per number of games")
    chosen = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    os.environ.setdefault("ENGINE_CACHE_DIR", str(ROOT / "var" / "engine"))
    with tempfile.TemporaryDirectory(prefix="tileroom-load-") as folder:
        Path(folder).chmod(0o711)  # PostgreSQL's own user passes through it to its cluster
        maker = SiteMaker(Path(folder))
        try:
            measure(maker.make(chosen.kind, TEST_SEED=TEST_SEED), chosen)
        finally:
            maker.close_all()


def measure(site: Site, chosen: argparse.Namespace) -> None:
    print(f"{site.kind} site, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    for count in chosen.watchers:
        print(asyncio.run(measure_push(Table(site), count, chosen.moves)), flush=True)
    for count in chosen.games:
        tables = [Table(site) for _ in range(count)]
        print(measure_moves(tables, chosen.seconds), flush=True)


if __name__ == "__main__":
    main()
