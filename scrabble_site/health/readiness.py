"""Readiness checks: whether this process has everything it needs.

Each check has a name and returns what is wrong, or "" if all is well.
:mod:`scrabble_site.health.views` reports them.
"""

import os
import shutil
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from games.health.services import SILENT_AFTER, list_silent_loops
from lexicon.models import Lexicon
from lexicon.store import has_graph
from lexicon.terms.alphabets import list_language_alphabets

MIN_FREE_BYTES = 64 * 1024 * 1024
"""Free bytes on a disk below which the operator has to act."""

REDIS_TIMEOUT = 1.0

_STARTED_AT = time.monotonic()


def run_checks() -> dict[str, str]:
    """Return what is wrong by the name of each check, "" for what is fine.

    Checks that query the database are skipped while it is unavailable.
    """
    failures = {"disk": check_disk(), "redis": check_redis(), "database": check_database()}
    for name, ask in DATABASE_CHECKS.items():
        failures[name] = "not checked" if failures["database"] else ask()
    return failures


def check_disk() -> str:
    """Try to write to the folders this process uses.

    Reading alone would not reveal a full or read-only disk.
    """
    for folder in _list_written_folders():
        try:
            with TemporaryFile(dir=folder) as file:
                file.write(b"\0" * 4096)
                file.flush()
            left = shutil.disk_usage(folder).free
        except OSError as error:
            return f"not writable: {os.strerror(error.errno or 0)}"
        if left < MIN_FREE_BYTES:
            return f"only {left // 2**20} MB left"
    return ""


def check_redis() -> str:
    if not settings.REDIS_URL:
        return ""
    patience = {"socket_timeout": REDIS_TIMEOUT, "socket_connect_timeout": REDIS_TIMEOUT}
    try:
        with redis.Redis.from_url(settings.REDIS_URL, **patience) as client:
            client.ping()
    except (redis.RedisError, OSError):
        return "unreachable"
    return ""


def check_database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "unreachable"
    return ""


def check_migrations() -> str:
    missing = _list_known_migrations() - set(MigrationRecorder(connection).applied_migrations())
    return f"{len(missing)} not applied: run manage.py prepare" if missing else ""


def check_dictionaries() -> str:
    """Check that default dictionaries exist and that this machine has compiled them."""
    offered = Lexicon.objects.offered().filter(default=True).select_related("current_revision")
    if not offered:
        return "no default dictionary: run manage.py prepare"
    bare = [lexicon.slug for lexicon in offered if not _is_compiled(lexicon)]
    return f"not compiled here: {', '.join(bare)}" if bare else ""


def check_worker() -> str:
    """Check that the worker's loops report regularly. After a start they get some time."""
    if time.monotonic() - _STARTED_AT < SILENT_AFTER.total_seconds():
        return ""
    silent = list_silent_loops(timezone.now())
    return f"not responding: {', '.join(silent)}" if silent else ""


DATABASE_CHECKS: dict[str, Callable[[], str]] = {
    "migrations": check_migrations,
    "dictionaries": check_dictionaries,
    "worker": check_worker,
}


def _list_written_folders() -> set[Path]:
    database = settings.DATABASES["default"]
    on_disk = database["ENGINE"].endswith("sqlite3") and Path(database["NAME"]).is_file()
    return {settings.VAR_DIR} | ({Path(database["NAME"]).parent} if on_disk else set())


def _is_compiled(lexicon: Lexicon) -> bool:
    revision = lexicon.current_revision
    return revision is not None and has_graph(
        revision.pk, list_language_alphabets(lexicon.language)[0].faces
    )


# Cached, because loading the migrations of all apps takes long and they cannot change.
@cache
def _list_known_migrations() -> frozenset[tuple[str, str]]:
    loader = MigrationLoader(None)
    return frozenset(loader.graph.leaf_nodes())
