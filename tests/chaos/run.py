"""One run: games go on, faults happen at random moments, and the outcome is counted."""

import os
import time
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from threading import Event

from tests.chaos.faults import NEXT_RELEASE, Disk, Fault
from tests.chaos.game_clients import GameClient, WatchingClient
from tests.chaos.move_audit import list_move_keys
from tests.live.live_table import Table
from tests.processes import wait_until
from tests.site_processes import Site

MAX_RECOVERY_SECONDS = 90.0
"""Seconds without a move after which a game counts as stuck."""

CATCH_UP_SECONDS = 60.0
"""Seconds within which every page must show the last move."""


@dataclass
class ChaosReport:
    """The outcome of a run.

    ``lost`` to ``unsound`` should be zero and ``surprises`` empty. ``heal`` has, by fault, the
    seconds until every game continued.
    """

    kind: str
    faults: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    stuck: int = 0
    behind: int = 0
    unsound: int = 0
    surprises: list[str] = field(default_factory=list)
    heal: dict[str, list[float]] = field(default_factory=dict)
    answers: Counter[int] = field(default_factory=Counter)

    @property
    def good(self) -> bool:
        bad = self.lost + self.doubled + self.stuck + self.behind + self.unsound
        return not bad and not self.surprises

    def __str__(self) -> str:
        longest = max((second for some in self.heal.values() for second in some), default=0.0)
        figures = {
            "acknowledged": self.acknowledged,
            "lost": self.lost,
            "doubled": self.doubled,
            "stuck": self.stuck,
            "behind": self.behind,
            "unsound": self.unsound,
            "surprises": len(self.surprises),
            "seconds to heal": round(longest, 1),
        }
        head, row = "  ".join(figures), "  ".join(f"{n:>{len(t)}}" for t, n in figures.items())
        lines = [f"{self.kind}: {self.faults} faults", f"  {head}", f"  {row}"]
        for name, some in sorted(self.heal.items()):
            lines.append(f"    {name:32} {len(some):4} times, healed within {max(some):5.1f} s")
        codes = ", ".join(f"{code or 'none'}: {n}" for code, n in sorted(self.answers.items()))
        return "\n".join([*lines, f"    answers by status: {codes}", *self.surprises[:10]])


class ChaosRun:
    """Some games on a site, and the faults it is put through."""

    def __init__(self, site: Site, disk: Disk, seed: int, games: int, computers: int) -> None:
        self.site, self.disk, self.random = site, disk, Random(seed)
        self.account = ChaosReport(site.kind)
        self._stop = Event()
        tables = [make_table(site, computer=number < computers) for number in range(games)]
        self.players = [GameClient(table, seed + n, self._stop) for n, table in enumerate(tables)]
        self.spectators = [
            WatchingClient(table, seed - n, self._stop) for n, table in enumerate(tables)
        ]

    @contextmanager
    def playing(self) -> Iterator[None]:
        """Play games during the block; afterwards check everything."""
        for thread in (*self.players, *self.spectators):
            thread.start()
        try:
            self._heal("the beginning")
            yield
        finally:
            try:
                self._look_at_pages()
            finally:
                self._stop.set()
        for thread in (*self.players, *self.spectators):
            thread.join(60)
        self._count()

    def suffer(self, name: str, fault: Fault, seconds: float) -> None:
        """Break something, leave it broken for a while, and wait until every game continues."""
        with fault():
            time.sleep(seconds)
        self.account.faults += 1
        self._heal(name)

    def _heal(self, name: str) -> None:
        begun = time.monotonic()

        def all_go_on() -> bool:
            return all(player.last_at > begun for player in self.players)

        try:
            wait_until(all_go_on, "every game to go on", MAX_RECOVERY_SECONDS, 0.05)
        except AssertionError:
            slow = [player for player in self.players if player.last_at <= begun]
            self.account.stuck += len(slow)
        self.account.heal.setdefault(name, []).append(time.monotonic() - begun)

    def _look_at_pages(self) -> None:
        """Stop all moves, then count the pages that never show the last one."""
        # The players get an event that is set, and stop. The spectators keep theirs and listen on.
        hold = Event()
        hold.set()
        for player in self.players:
            player._stop_asked = hold
        for player in self.players:
            player.join(60)
        go_on = Event()
        stamps = {}
        for player, spectator in zip(self.players, self.spectators, strict=True):
            bundle = player.look(player._people[0], go_on)
            stamps[spectator] = bundle.stamp if bundle else 0

        def is_behind(spectator: WatchingClient) -> bool:
            return spectator.stamp < stamps[spectator]

        end = time.monotonic() + CATCH_UP_SECONDS
        while any(map(is_behind, self.spectators)) and time.monotonic() < end:
            time.sleep(0.1)
        self.account.behind += sum(map(is_behind, self.spectators))

    def _count(self) -> None:
        found = list_move_keys(self.site, [player.table.code for player in self.players])
        for player in self.players:
            report = found[player.table.code]
            keys = Counter(key for key in report["keys"] if key)
            self.account.acknowledged += len(player.acknowledged)
            self.account.lost += sum(key not in keys for key in player.acknowledged)
            self.account.doubled += sum(count - 1 for count in keys.values())
            self.account.doubled += len(report["numbers"]) - len(set(report["numbers"]))
            self.account.unsound += not report["sound"]
            self.account.surprises += player.surprises
            self.account.answers += player.answers


def make_plan(
    random: Random, kills: Collection[str], outages: Collection[str], deaths: int, releases: int
) -> list[str]:
    """Return the faults of a whole run in random order.

    It has this many kills and releases, and each other outage once.
    """
    plan = [random.choice(sorted(kills)) for _ in range(deaths)]
    plan += [name for name in sorted(outages) if name != NEXT_RELEASE] + [NEXT_RELEASE] * releases
    random.shuffle(plan)
    return plan


def make_table(site: Site, *, computer: bool) -> Table:
    """Create a table of two people with a few plays on the board, or of one against a computer."""
    if not computer:
        table = Table(site)
        for _ in range(2):
            table.play()
        return table
    table = Table(site, started=False, empty=1, challenge="void", unhurried="")
    assert table.post(0, "computer", seat=1, level=1).status == 200
    assert table.post(0, "start").status == 200
    return table


def load_now() -> str:
    return f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
