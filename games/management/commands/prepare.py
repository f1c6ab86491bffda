"""``manage.py prepare``: make a site ready to be served, whatever state it is in.

It runs migrations, loads the default dictionaries, compiles the engine and collects static files.
Steps already done are skipped, so it can run before every start of ``serve``.
"""

import hashlib
import os
import platform
import sys
from argparse import SUPPRESS, ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryFile
from threading import Thread
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.puzzles.services.shipped_puzzles import load_shipped_puzzles
from lexicon.services.shipped_lists import SHIPPED_LISTS, compile_shipped

MIN_FREE_BYTES = 4 * 1024 * 1024
"""Free disk space without which starting is pointless."""

LOWEST_PRIORITY = 19
"""The priority of a process that yields to all others."""


class Command(BaseCommand):
    help = "Migrate, load the default dictionaries, compile the engine and collect static files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        steps = parser.add_mutually_exclusive_group()
        steps.add_argument(
            "--pages-only",
            action="store_true",
            help="leave out what takes longest: word graphs and the engine",
        )
        steps.add_argument(
            "--compile-only",
            action="store_true",
            help="build the word graphs and compile the engine; this needs no database",
        )
        parser.add_argument("--leash", action="store_true", help=SUPPRESS)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["leash"]:
            Thread(target=_end_with_stdin, daemon=True).start()
        if options["compile_only"]:
            self._compile_graphs()  # first: a game needs words, and can do without an engine
            if options["leash"]:
                os.setpriority(os.PRIO_PROCESS, 0, LOWEST_PRIORITY)
            self._compile_engine()
            return
        require_writable(settings.VAR_DIR)
        self._migrate()
        if not options["pages_only"]:
            # Before the dictionaries, because building their graphs needs a part of it.
            self._compile_engine()
        call_command(
            "load_default_lexicons",
            stdout=self.stdout,
            stderr=self.stderr,
            without_graphs=options["pages_only"],
        )
        if made := load_shipped_puzzles():
            self.stdout.write(f"{made} puzzles: loaded")
        if settings.STATIC_HASHED:
            # Old files are kept, because pages of the previous release still request them.
            quietly = {"interactive": False, "verbosity": 0}
            self._once("collectstatic", settings.STATIC_ROOT, _list_static_sources(), **quietly)

    def _migrate(self) -> None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stdout.write("Preparing the database…")
            call_command("migrate", interactive=False, verbosity=0)

    def _compile_graphs(self) -> None:
        for shipped in SHIPPED_LISTS:
            if compile_shipped(shipped):
                self.stdout.write(f"{shipped.name}: word graph built")

    def _compile_engine(self) -> None:
        self._once("warm_engine", settings.ENGINE_CACHE_DIR, _list_engine_sources())

    def _once(self, command: str, results: Path, sources: Iterable[Path], **options: Any) -> None:
        """Run a command unless it has run on the same sources.

        A file next to its results holds a hash of those sources.
        """
        note = results.with_name(f".{results.name}.made_from")
        state = _hash_sources(sources)
        if results.is_dir() and note.is_file() and note.read_text() == state:
            return
        call_command(command, stdout=self.stdout, stderr=self.stderr, **options)
        results.mkdir(parents=True, exist_ok=True)
        note.write_text(state)


def _end_with_stdin() -> None:
    """End this process once its standard input is closed, which the end of its parent does."""
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(0)


def require_writable(folder: Path) -> None:
    """Raise ``OSError`` at once if the disk is full or read-only, not after minutes of work."""
    try:
        with TemporaryFile(dir=folder) as file:
            file.write(b"\0" * MIN_FREE_BYTES)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from error


def _list_engine_sources() -> Iterator[Path]:
    """Yield everything that the compiled code depends on.

    The requirement files stand for the installed compiler.
    """
    yield from sorted((settings.BASE_DIR / "games" / "engine").rglob("*.py"))
    yield from sorted((settings.BASE_DIR / "lexicon" / "graph").glob("*.py"))
    yield from sorted(settings.BASE_DIR.glob("*.txt"))


def _list_static_sources() -> Iterator[Path]:
    for finder in get_finders():
        for name, storage in finder.list([]):
            yield Path(storage.path(name))
    yield settings.BASE_DIR / "scrabble_site" / "static" / "script_bundles.py"
    yield from sorted(settings.BASE_DIR.glob("*.txt"))


def _hash_sources(sources: Iterable[Path]) -> str:
    """Return a hash of the machine and of every source's path and content."""
    # Compiled code depends on the machine, so a copied folder must not look up to date.
    digest = hashlib.sha256(f"{platform.node()} {platform.machine()} {sys.version}".encode())
    for path in sources:
        digest.update(f"\0{path}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
