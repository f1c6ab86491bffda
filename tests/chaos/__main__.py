"""``python -m tests.chaos``: breaks newly made sites again and again while games go on, on both
kinds of site, and counts what was lost. Exits with 1 if anything was."""

import argparse
import os
import signal
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from tests.chaos.duplicate_game import DuplicateChaos
from tests.chaos.faults import Disk, kills_for, outages_for
from tests.chaos.run import ChaosReport, ChaosRun, load_now, make_plan
from tests.live.live_table import TEST_SEED
from tests.site_processes import ROOT, Site, SiteMaker

KINDS = ("embedded", "scaled")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--kind", choices=KINDS, nargs="*", default=list(KINDS))
    parser.add_argument("--kills", type=int, default=100, help="over all parts")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--computers", type=int, default=4, help="of the games, against a computer")
    parser.add_argument("--gone", type=float, default=60.0, help="seconds PostgreSQL is gone")
    parser.add_argument("--outage", type=float, default=8.0, help="seconds of any other outage")
    parser.add_argument("--releases", type=int, default=20, help="migrations of a next release")
    parser.add_argument("--only", nargs="*", metavar="FAULT", help="these alone, in this order")
    parser.add_argument("--repeat", type=int, default=1, help="how often these are done")
    parser.add_argument(
        "--duplicate", type=int, default=10, help="kills in the last second of a duplicate turn"
    )
    parser.add_argument("--solvers", type=int, default=20, help="players of the duplicate game")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # runs the cleanup below
    os.environ.setdefault("ENGINE_CACHE_DIR", str(ROOT / "var" / "engine"))
    with tempfile.TemporaryDirectory(prefix="tileroom-chaos-") as folder:
        Path(folder).chmod(0o711)  # PostgreSQL's own user must reach its cluster
        return 0 if run_all(Path(folder), chosen) else 1


def run_all(folder: Path, chosen: argparse.Namespace) -> bool:
    disk = Disk(folder)
    if not disk.mount():
        print("No disk can be mounted here: a limit on files takes its place.")
    maker = SiteMaker(folder)
    try:
        found = [run_one(maker, disk, kind, chosen) for kind in chosen.kind]
        return all(account.good for account in found)
    finally:
        maker.close_all()
        disk.unmount()


def run_one(maker: SiteMaker, disk: Disk, kind: Any, chosen: argparse.Namespace) -> ChaosReport:
    site = maker.make(kind, TEST_SEED=TEST_SEED)
    print(f"{kind}, seed {chosen.seed}; {load_now()} before", flush=True)
    run = ChaosRun(site, disk, chosen.seed, chosen.games, chosen.computers)
    kills = kills_for(maker, site)
    outages = outages_for(maker, site, disk)
    plan = (
        chosen.only * chosen.repeat
        if chosen.only
        else make_plan(run.random, kills, outages, chosen.kills, chosen.releases)
    )
    with run.playing():
        for number, name in enumerate(plan, 1):
            usual = run.random.uniform(0, 1) if name in kills else chosen.outage
            seconds = chosen.gone if name == "PostgreSQL gone" else usual
            run.suffer(name, (kills | outages)[name], seconds)
            healed = run.account.heal[name][-1]
            print(f"  {number:3} {name}: healed within {healed:.1f} s", flush=True)
    print(run.account, flush=True)
    if chosen.duplicate and not chosen.only:
        run.account.surprises += run_duplicate(site, maker, chosen)
    maker.close(site)
    return run.account


def run_duplicate(site: Site, maker: SiteMaker, chosen: argparse.Namespace) -> list[str]:
    """Kill parts at the end of turns of a duplicate game. Returns what went wrong."""
    chaos = DuplicateChaos(site, chosen.seed, chosen.solvers)
    kills = sorted(kills_for(maker, site).items())
    random = Random(chosen.seed)
    with chaos.playing():
        for _ in range(chosen.duplicate):
            chaos.suffer(random.choice(kills)[1])
    print(chaos.report, flush=True)
    return [] if chaos.report.good else [str(chaos.report)]


if __name__ == "__main__":
    sys.exit(main())
