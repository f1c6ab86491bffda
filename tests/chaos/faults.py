"""What can go wrong, and how it is made good again."""

import contextlib
import os
import resource
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import psycopg

from tests.processes import Process
from tests.sites import Site, SiteMaker

FAKETIME = next(iter(Path("/usr/lib").glob("*/faketime/libfaketime.so.1")), None)
MOST_CONNECTIONS = 100
BLOCK = 1 << 16


class Disk:
    """The disk that all files of the sites lie on: one of its own where one may mount, else a limit
    on what the web processes may write."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ballast = folder / "ballast"
        self.own = False

    def mount(self, megabytes: int = 1500) -> bool:
        """Make the folder a disk of this size; whether one may."""
        command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=711", "tmpfs"]
        done = subprocess.run([*command, str(self._folder)], capture_output=True, check=False)
        self.own = done.returncode == 0
        return self.own

    def unmount(self) -> None:
        if self.own:
            subprocess.run(["umount", "-l", str(self._folder)], check=False)

    @contextmanager
    def full(self, site: Site) -> Iterator[None]:
        if self.own:
            try:
                self._fill()
                yield
            finally:
                self._ballast.unlink()
        else:
            limit_files(site, 0)
            try:
                yield
            finally:
                limit_files(site, resource.RLIM_INFINITY)

    def _fill(self) -> None:
        with self._ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"\0" * BLOCK)


def limit_files(site: Site, size: int) -> None:
    for process in site.webs:
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@contextmanager
def hanging(process: Process) -> Iterator[None]:
    os.kill(process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process.pid, signal.SIGCONT)


@contextmanager
def stopped(process: Process) -> Iterator[None]:
    """Ended in good order, and away for a while."""
    process.stop()
    try:
        yield
    finally:
        process.start()


@contextmanager
def killed(process: Process) -> Iterator[None]:
    process.kill()
    try:
        yield
    finally:
        start_stubbornly(process)


def start_stubbornly(process: Process) -> None:
    """A database that was killed may refuse to start until its last children are gone."""
    for _try in range(20):
        try:
            process.start()
        except AssertionError:
            time.sleep(0.5)
        else:
            return
    process.start()


@contextmanager
def out_of_connections(maker: SiteMaker, site: Site) -> Iterator[None]:
    """Somebody else holds every connection that the database gives, those of the site first."""
    name = site.folder.name
    with ExitStack() as held:
        keeper = held.enter_context(
            psycopg.connect(maker.postgres.url("postgres"), autocommit=True)
        )
        for _round in range(3):
            text = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
            keeper.execute(text, (name,))
            with contextlib.suppress(psycopg.OperationalError):
                for _one in range(MOST_CONNECTIONS + 5):
                    held.enter_context(psycopg.connect(maker.postgres.url("postgres")))
        yield


@contextmanager
def off_clock(process: Process, seconds: int = 120) -> Iterator[None]:
    """One machine's clock is wrong, and put right later: its process starts anew both times."""
    assert FAKETIME is not None
    wrong = {
        "LD_PRELOAD": str(FAKETIME),
        "FAKETIME": f"{seconds:+}s",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    usual = process.env
    process.kill()
    process.env = usual | wrong
    try:
        start_stubbornly(process)
        yield
    finally:
        process.kill()
        process.env = usual
        start_stubbornly(process)


@contextmanager
def next_release(site: Site) -> Iterator[None]:
    """What the next release adds to the database, under processes of this one; and away again."""
    site.manage("shell", "--no-imports", "-c", "from tests.chaos.release import go; go(True)")
    try:
        yield
    finally:
        site.manage("shell", "--no-imports", "-c", "from tests.chaos.release import go; go(False)")


Fault = Callable[[], contextlib.AbstractContextManager[None]]
"""Breaks something on entry, and makes it good on exit."""


def kills_for(maker: SiteMaker, site: Site) -> dict[str, Fault]:
    """A crash of each part there is."""
    parts = list(site.processes)
    if site.kind == "scaled":
        parts += [maker.redis.process, maker.postgres.process]
    return {f"kill {part.name}": partial(killed, part) for part in parts}


def outages_for(maker: SiteMaker, site: Site, disk: Disk) -> dict[str, Fault]:
    """Everything else that may happen to this kind of site."""
    found: dict[str, Fault] = {
        "disk full": lambda: disk.full(site),
        "next release": lambda: next_release(site),
    }
    if FAKETIME is not None:
        found["clock off"] = lambda: off_clock(site.webs[-1])
    if site.kind == "scaled":
        redis, postgres = maker.redis.process, maker.postgres.process
        found |= {
            "Redis stopped": lambda: stopped(redis),
            "Redis hung": lambda: hanging(redis),
            "PostgreSQL restarted": lambda: stopped(postgres),
            "PostgreSQL out of connections": lambda: out_of_connections(maker, site),
            "PostgreSQL gone": lambda: killed(postgres),
        }
    return found
