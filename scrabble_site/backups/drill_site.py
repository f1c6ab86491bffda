"""A scratch site next to the real one, in which a backup can be restored and inspected."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from scrabble_site.backups.databases import (
    BackupError,
    Database,
    PostgreSQLDatabase,
    SQLiteDatabase,
)

DATABASE_SUFFIX = "_drill"
"""Appended to the name of the site's database to get that of the scratch database."""


@contextmanager
def make_drill_site(options: dict[str, Any], url: str) -> Iterator[tuple[Database, dict[str, str]]]:
    """Yield an empty database, and the environment variables for commands that use it.

    ``options`` and ``url`` are those of the site's own database. The scratch site is emptied
    afterwards. Raises ``BackupError`` if the database may not be created.
    """
    with TemporaryDirectory(prefix="tileroom-drill-") as name:
        folder = Path(name)
        scratch_env = {"VAR_DIR": name, "REDIS_URL": "", "EMAIL_HOST": "", "METRICS_PORT": "0"}
        scratch_env |= {"WEB_PROCESSES": "1", "SENTRY_DSN": ""}
        if options["ENGINE"].endswith("sqlite3"):
            path = folder / "db.sqlite3"
            yield SQLiteDatabase(path), scratch_env | {"DATABASE_URL": f"sqlite:///{path}"}
            return
        database = PostgreSQLDatabase(options | {"NAME": options["NAME"] + DATABASE_SUFFIX})
        _create_database(options, options["NAME"] + DATABASE_SUFFIX)
        parts = urlsplit(url)
        try:
            yield (
                database,
                scratch_env
                | {"DATABASE_URL": urlunsplit(parts._replace(path=parts.path + DATABASE_SUFFIX))},
            )
        finally:
            database.clear()


def _create_database(options: dict[str, Any], name: str) -> None:
    with PostgreSQLDatabase(options).connected() as connection:
        connection.autocommit = True
        found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        if found.fetchone():
            return
        try:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        except psycopg.errors.InsufficientPrivilege as error:
            hint = f"sudo -u postgres createdb -O {options['USER']} {name}"
            raise BackupError(f"The scratch database is missing. Create it once: {hint}") from error
