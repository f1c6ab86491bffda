"""Faults, and how each one is repaired."""

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
from tests.site_processes import Site, SiteMaker

FAKETIME = next(iter(Path("/usr/lib").glob("*/faketime/libfaketime.so.1")), None)
MAX_CONNECTIONS = 100
NEXT_RELEASE = "next release"
"""The fault whose migration may meet the locks of running games in many ways."""
BLOCK = 1 << 16


class Disk:
    """The disk that holds all files of the sites.

    It is a separate file system where mounting is allowed, else a limit on what the web processes
    may write.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ballast = folder / "ballast"
        self.own = False

    def mount(self, megabytes: int = 1500) -> bool:
        """Mount a disk of this size on the folder. Returns whether mounting is allowed."""
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
            # Writes beyond the soft limit fail. The hard one stays, so that it can be raised again.
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
    """Stop a process cleanly for a while."""
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
        start_with_retries(process)


def start_with_retries(process: Process) -> None:
    """Start a database, retrying: after a kill it may refuse until its last children are gone."""
    for _try in range(20):
        try:
            process.start()
        except AssertionError:
            time.sleep(0.5)
        else:
            return
    process.start()


@contextmanager
def no_connections_left(maker: SiteMaker, site: Site) -> Iterator[None]:
    """Take every connection that the database allows, including those of the site."""
    name = site.folder.name
    with ExitStack() as held:
        keeper = held.enter_context(
            psycopg.connect(maker.postgres.url("postgres"), autocommit=True)
        )
        # The site reconnects at once, so it takes several rounds to get its connections as well.
        for _round in range(3):
            text = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
            keeper.execute(text, (name,))
            with contextlib.suppress(psycopg.OperationalError):
                for _one in range(MAX_CONNECTIONS + 5):
                    held.enter_context(psycopg.connect(maker.postgres.url("postgres")))
        yield


@contextmanager
def clock_set_wrong(process: Process, seconds: int = 120) -> Iterator[None]:
    """Set the clock of one process wrong and later right; the process is restarted both times."""
    assert FAKETIME is not None
    wrong = {
        "LD_PRELOAD": str(FAKETIME),
        "FAKETIME": f"{seconds:+}s",
        # A wrong setting moves the wall clock only; timeouts use the monotonic one.
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    usual = process.env
    process.kill()
    process.env = usual | wrong
    try:
        start_with_retries(process)
        assert FAKETIME.name in Path(f"/proc/{process.pid}/maps").read_text()
        yield
    finally:
        process.kill()
        process.env = usual
        start_with_retries(process)


@contextmanager
def next_release(site: Site) -> Iterator[None]:
    """Apply the next release's migrations under running processes, and undo them afterwards."""
    site.manage("shell", "--no-imports", "-c", "from tests.chaos.next_release import go; go(True)")
    try:
        yield
    finally:
        site.manage(
            "shell", "--no-imports", "-c", "from tests.chaos.next_release import go; go(False)"
        )


Fault = Callable[[], contextlib.AbstractContextManager[None]]
"""Breaks something on entry, and repairs it on exit."""


def kills_for(maker: SiteMaker, site: Site) -> dict[str, Fault]:
    """Return a crash for each part of the site."""
    parts = list(site.processes)
    if site.kind == "scaled":
        parts += [maker.redis.process, maker.postgres.process]
    return {f"kill {part.name}": partial(killed, part) for part in parts}


def outages_for(maker: SiteMaker, site: Site, disk: Disk) -> dict[str, Fault]:
    """Return all other faults that this kind of site can have."""
    found: dict[str, Fault] = {
        "disk full": lambda: disk.full(site),
        NEXT_RELEASE: lambda: next_release(site),
    }
    if FAKETIME is not None:
        found["clock off"] = lambda: clock_set_wrong(site.webs[-1])
    if site.kind == "scaled":
        redis, postgres = maker.redis.process, maker.postgres.process
        found |= {
            "Redis stopped": lambda: stopped(redis),
            "Redis hung": lambda: hanging(redis),
            "PostgreSQL restarted": lambda: stopped(postgres),
            "PostgreSQL out of connections": lambda: no_connections_left(maker, site),
            "PostgreSQL gone": lambda: killed(postgres),
        }
    return found
