"""``manage.py prepare``: makes a site ready to be served, whatever state it is in.

Migrations, default dictionaries, the engine's compiled code and the static files. What is done
already is recognised and skipped, so this runs before every start; ``serve`` comes after it.
"""

import hashlib
import platform
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.puzzles.services.shipped import load_shipped

ENOUGH = 4 * 1024 * 1024
"""Bytes without which it is no use to begin."""


class Command(BaseCommand):
    help = "Migrate, load the default dictionaries, warm the engine, collect static files."

    def handle(self, *args: Any, **options: Any) -> None:
        _try_to_write(settings.VAR_DIR)
        self._migrate()
        # Before the dictionaries: building their graphs is one of the things compiled.
        self._once("warm_engine", settings.ENGINE_CACHE_DIR, _engine_sources())
        call_command("load_default_lexicons", stdout=self.stdout, stderr=self.stderr)
        if made := load_shipped():
            self.stdout.write(f"{made} puzzles: loaded")
        if settings.STATIC_HASHED:
            # What was there stays: pages of the release before go on asking for it.
            quietly = {"interactive": False, "verbosity": 0}
            self._once("collectstatic", settings.STATIC_ROOT, _static_sources(), **quietly)

    def _migrate(self) -> None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stdout.write("Preparing the database ...")
            call_command("migrate", interactive=False, verbosity=0)

    def _once(self, command: str, results: Path, sources: Iterable[Path], **options: Any) -> None:
        """Runs ``command`` unless it ran before on the same sources, as a note beside its
        results tells."""
        note = results.with_name(f".{results.name}.made_from")
        state = _describe(sources)
        if results.is_dir() and note.is_file() and note.read_text() == state:
            return
        call_command(command, stdout=self.stdout, stderr=self.stderr, **options)
        results.mkdir(parents=True, exist_ok=True)
        note.write_text(state)


def _try_to_write(folder: Path) -> None:
    """A disk that is full or read-only is noticed before anything takes minutes."""
    try:
        with TemporaryFile(dir=folder) as file:
            file.write(b"\0" * ENOUGH)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from error


def _engine_sources() -> Iterator[Path]:
    """All that compiled code depends on, the installed compiler included."""
    yield from sorted((settings.BASE_DIR / "games" / "engine").rglob("*.py"))
    yield from sorted((settings.BASE_DIR / "lexicon" / "graph").glob("*.py"))
    yield from sorted(settings.BASE_DIR.glob("*.txt"))


def _static_sources() -> Iterator[Path]:
    for finder in get_finders():
        for name, storage in finder.list([]):
            yield Path(storage.path(name))
    yield settings.BASE_DIR / "scrabble_site" / "staticfiles.py"
    yield from sorted(settings.BASE_DIR.glob("*.txt"))


def _describe(sources: Iterable[Path]) -> str:
    """One hash over the machine and every source's path and content."""
    digest = hashlib.sha256(f"{platform.node()} {platform.machine()} {sys.version}".encode())
    for path in sources:
        digest.update(f"\0{path}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
