"""Whether this process can do its work: what it needs, asked one by one.

Each question has a name and answers with what is amiss, nothing where all is well. Who asks:
:mod:`scrabble_site.health`.
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

from games.health.services import SILENCE, silent_loops
from lexicon.alphabets import alphabets_of
from lexicon.models import Lexicon
from lexicon.store import has_graph

SCARCE = 64 * 1024 * 1024
"""Bytes left on a disk below which somebody has to see to it."""

REDIS_PATIENCE = 1.0

_STARTED = time.monotonic()


def find_troubles() -> dict[str, str]:
    """The answer to every question; those that ask the database are spared when it is away."""
    troubles = {"disk": look_at_disk(), "redis": ask_redis(), "database": ask_database()}
    for name, ask in NEED_DATABASE.items():
        troubles[name] = "not asked" if troubles["database"] else ask()
    return troubles


def look_at_disk() -> str:
    """Try to write where this process writes: a full or read-only disk lets one read for long."""
    for folder in _folders():
        try:
            with TemporaryFile(dir=folder) as file:
                file.write(b"\0" * 4096)
                file.flush()
            left = shutil.disk_usage(folder).free
        except OSError as error:
            return f"cannot be written: {os.strerror(error.errno or 0)}"
        if left < SCARCE:
            return f"only {left // 2**20} MB are left"
    return ""


def ask_redis() -> str:
    if not settings.REDIS_URL:
        return ""
    patience = {"socket_timeout": REDIS_PATIENCE, "socket_connect_timeout": REDIS_PATIENCE}
    try:
        with redis.Redis.from_url(settings.REDIS_URL, **patience) as client:
            client.ping()
    except (redis.RedisError, OSError):
        return "out of reach"
    return ""


def ask_database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "out of reach"
    return ""


def compare_migrations() -> str:
    missing = _known_migrations() - set(MigrationRecorder(connection).applied_migrations())
    return f"{len(missing)} are to be applied: manage.py prepare" if missing else ""


def look_for_dictionaries() -> str:
    """Those that rooms choose first, and their word graphs on this machine."""
    offered = Lexicon.objects.offered().filter(default=True).select_related("current_revision")
    if not offered:
        return "none is offered: manage.py prepare"
    bare = [one.slug for one in offered if not _is_compiled(one)]
    return f"not compiled here: {', '.join(bare)}" if bare else ""


def listen_for_worker() -> str:
    """A site that has just started is given time."""
    if time.monotonic() - _STARTED < SILENCE.total_seconds():
        return ""
    silent = silent_loops(timezone.now())
    return f"no sign of life: {', '.join(silent)}" if silent else ""


NEED_DATABASE: dict[str, Callable[[], str]] = {
    "migrations": compare_migrations,
    "dictionaries": look_for_dictionaries,
    "worker": listen_for_worker,
}


def _folders() -> set[Path]:
    database = settings.DATABASES["default"]
    on_disk = database["ENGINE"].endswith("sqlite3") and Path(database["NAME"]).is_file()
    return {settings.VAR_DIR} | ({Path(database["NAME"]).parent} if on_disk else set())


def _is_compiled(lexicon: Lexicon) -> bool:
    revision = lexicon.current_revision
    return revision is not None and has_graph(revision, alphabets_of(lexicon.language)[0].faces)


@cache
def _known_migrations() -> frozenset[tuple[str, str]]:
    loader = MigrationLoader(None)
    return frozenset(loader.graph.leaf_nodes())
