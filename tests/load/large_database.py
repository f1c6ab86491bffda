"""``python -m tests.load.scale --games N``: how long pages and lists take with N old games stored.

A separate database is filled (:mod:`tests.load.database_filler`), and this process requests each
address several times. It prints the median of the processor time that this process and the database
took together.
"""

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from tests.load.resource_usage import get_cpu_seconds_with_children
from tests.prepared_sites import prepare_empty, prepare_empty_dump
from tests.site_processes import ROOT
from tests.store_processes import PostgresStore

MAX_SECONDS = 0.1
"""Seconds of the server's time that a page may take."""
REPETITIONS = 7
"""How often each address is requested unless the command line says otherwise. The median counts, so
that garbage collections, which fall on any page, count for none."""


class PageTime(NamedTuple):
    """The cost of one address.

    ``seconds`` of processor time are compared with the limit. ``waited`` is the elapsed time, which
    is longer on a busy machine.
    """

    name: str
    status: int
    statements: int
    seconds: float
    waited: float


def main(games: int, kind: str, *, repetitions: int = REPETITIONS, plans: bool = False) -> None:
    """Fill, measure and print. Exits with 1 if something takes longer than it may."""
    with database(kind):
        world = build(games)
        rows = [] if plans else list(measure(world, repetitions))
        if plans:
            print_plans(world)
            return
    print_rows(rows)
    if slow := [row.name for row in rows if row.seconds > MAX_SECONDS]:
        print(f"\nAbove {MAX_SECONDS * 1000:.0f} ms: {', '.join(slow)}")
        sys.exit(1)


@contextmanager
def database(kind: str) -> Iterator[None]:
    """Run Django on an empty, migrated database of this kind, in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="tileroom-scale-") as name:
        folder = Path(name)
        # PostgreSQL's own user must reach its cluster through this folder.
        folder.chmod(0o711)
        store = None
        os.environ["VAR_DIR"] = name
        os.environ["LIMITS"] = os.environ["STATIC_HASHED"] = "false"
        os.environ.setdefault("ENGINE_CACHE_DIR", str(ROOT / "var" / "engine"))
        os.environ["BAG_SEED_TIMEOUT"] = "0"
        os.environ["ALLOWED_HOSTS"] = "testserver"
        os.environ["LOG_LEVEL"] = "ERROR"
        os.environ["DJANGO_SETTINGS_MODULE"] = "scrabble_site.settings"
        os.environ.pop("DATABASE_URL", None)
        os.environ.pop("REDIS_URL", None)
        if kind == "postgresql":
            (folder / "postgres").mkdir()
            store = PostgresStore(folder / "postgres")
            store.process.start()
            store.create("growth")
            store.load("growth", prepare_empty_dump(store))
            os.environ["DATABASE_URL"] = store.url("growth")
        else:
            shutil.copy(prepare_empty() / "db.sqlite3", folder)
        try:
            import django

            django.setup()
            yield
            from django.db import connection

            connection.close()
        finally:
            if store is not None:
                store.process.stop()


def build(games: int) -> Any:
    """Fill the database, and return the filled site."""
    from tests.load.filled_site import FilledSite

    began = time.perf_counter()
    world = FilledSite.make(games)
    print(f"{games:,} games filled in {time.perf_counter() - began:.0f} s", flush=True)
    return world


def measure(world: Any, times: int) -> Iterator[PageTime]:
    """Request every address and yield its cost."""
    from django.db import connection

    backend = find_backend_process(connection)
    for name, client, path in world.addresses():
        asked = StatementCount()
        with connection.execute_wrapper(asked):
            client.get(path)  # fills the caches, which a running server has filled
        spent, waited = [], []
        for _ in range(times):
            began, before = time.perf_counter(), get_processor_seconds(backend)
            answer = client.get(path)
            spent.append(get_processor_seconds(backend) - before)
            waited.append(time.perf_counter() - began)
        yield PageTime(name, answer.status_code, asked.statements, median(spent), median(waited))


class StatementCount:
    """Counts statements, whether they succeed or not."""

    def __init__(self) -> None:
        self.statements = 0

    def __call__(self, execute: Any, *given: Any) -> Any:
        self.statements += 1
        return execute(*given)


def find_backend_process(connection: Any) -> int | None:
    """Return the process id of PostgreSQL's backend, and make it work without parallel helpers."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SET max_parallel_workers_per_gather = 0")
    pid: int = connection.connection.info.backend_pid
    return pid


def get_processor_seconds(backend: int | None) -> float:
    """Return the processor seconds that this process and its database have used."""
    return time.process_time() + (get_cpu_seconds_with_children(backend) if backend else 0.0)


def print_plans(world: Any) -> None:
    from tests.load.query_plans import find_faults

    if faults := list(find_faults(world)):
        print("\n".join(faults))
        sys.exit(1)
    print("Every large table is read by its indexes.")


def print_rows(rows: list[PageTime]) -> None:
    print("\n| page or list | answer | statements | server time | elapsed |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for row in sorted(rows, key=lambda row: -row.seconds):
        times = f"{row.seconds * 1000:.0f} ms | {row.waited * 1000:.0f} ms"
        print(f"| {row.name} | {row.status} | {row.statements} | {times} |")
