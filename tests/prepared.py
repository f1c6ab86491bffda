"""Files of tests that take long to build; :mod:`tests.prepared_sites` says how.

They are built once for the sources they depend on, and kept below ``var/tests`` for the rest of the
day.
Test processes that run in parallel share them: the first one builds, the others wait.
"""

import fcntl
import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "var" / "tests"
SOURCES = (
    *("games", "lexicon", "scrabble_site", "static", "templates"),
    *("tests/prepared_sites.py", "tests/site_processes.py"),
)
SCHEMA_SOURCES = (
    *("games/migrations", "games/*models*", "games/*/models*", "games/common"),
    *("games/management/commands/migrate.py", "lexicon/migrations", "lexicon/models"),
    # Permissions are granted after migrating.
    *("games/*/apps.py", "games/fairplay", "games/moderation", "lexicon/apps.py"),
    *("lexicon/services/editors.py", "scrabble_site/settings.py", "scrabble_site/conf"),
    "tests/prepared_sites.py",
)
"""What an empty database depends on: most changes leave it as it is."""
STATIC_SOURCES = ("lexicon/static", "scrabble_site", "static", "tests/prepared_sites.py")
DAY = 24 * 60 * 60


def prepare(name: str, make: Callable[[Path], None], sources: tuple[str, ...] = SOURCES) -> Path:
    """Return the file or folder ``name``, built by ``make`` unless it exists.

    ``make`` receives the path to write to, and reads no files but those below ``sources``. Copy the
    result; never change it.
    """
    folder = KEPT / _hash_sources(sources)
    folder.mkdir(parents=True, exist_ok=True)
    # Parallel test processes wait here until the first of them has built it.
    path = folder / name
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            _forget_old(folder)
            unfinished = folder / f"{name}.unfinished"
            # Renaming is atomic: an interrupted build leaves only an ".unfinished" file behind.
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.unlink(missing_ok=True)
            make(unfinished)
            unfinished.rename(path)
    return path


@cache
def _hash_sources(sources: tuple[str, ...]) -> str:
    """Return a name that changes with the sources, the installed packages and the day.

    ``TESTS_DAY`` is the day on which a run of several processes began.
    """
    day = os.environ.get("TESTS_DAY") or datetime.now(UTC).date()
    digest = hashlib.sha256(f"{sys.version} {day}".encode())
    found = [ROOT / "requirements.txt"]
    for pattern in sources:
        for source in ROOT.glob(pattern):
            found += [source, *source.rglob("*")]
    for path in sorted(found):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(f"{path.relative_to(ROOT)} {path.stat().st_size} ".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _forget_old(used: Path) -> None:
    for folder in KEPT.iterdir():
        if folder != used and folder.stat().st_mtime < time.time() - DAY:
            shutil.rmtree(folder, ignore_errors=True)
