"""Dump a database to one file while the site runs, and restore it."""

import contextlib
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import psycopg
from psycopg import sql

LOCK_TIMEOUT = "10s"
"""How long a restore waits for locks, which a running site would hold."""


class BackupError(Exception):
    """A backup or restore is not possible; the text says why."""


class Database(Protocol):
    """A database that can be backed up."""

    # Name of the dump inside a backup, which differs between the kinds of database.
    file_name: str

    def dump_to(self, file: Path) -> dict[str, int]:
        """Dump the database, and return the number of rows of each table in the dump."""

    def count(self) -> dict[str, int]:
        """Return the current number of rows in each table."""

    def is_empty(self) -> bool: ...

    def restore_from(self, file: Path) -> None: ...


class SQLiteDatabase:
    """A SQLite database. The dump is a consistent snapshot; writers are not blocked."""

    file_name = "database.sqlite3"

    def __init__(self, path: Path) -> None:
        self.path = path

    def dump_to(self, file: Path) -> dict[str, int]:
        if not self.path.is_file():
            raise BackupError(f"No database found at {self.path}.")
        with _open_read_only(self.path) as source, _open_read_only(file) as copy:
            source.backup(copy)
            (found,) = copy.execute("PRAGMA quick_check").fetchone()
        if found != "ok":
            raise BackupError(f"The database is damaged: {found}")
        return SQLiteDatabase(file).count()

    def count(self) -> dict[str, int]:
        own = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        with _open_read_only(self.path) as there:
            names = [name for (name,) in there.execute(own).fetchall()]
            statements = ((name, f'SELECT count(*) FROM "{name}"') for name in sorted(names))  # noqa: S608
            return {name: int(there.execute(text).fetchone()[0]) for name, text in statements}

    def is_empty(self) -> bool:
        if not self.path.is_file():
            return True
        with _open_read_only(self.path) as there:
            (tables,) = there.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return int(tables) == 0

    def restore_from(self, file: Path) -> None:
        if self.path.is_file():
            self._refuse_if_in_use()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # A leftover journal of the old database would be replayed into the new one.
        for left in ("-wal", "-shm"):
            self.path.with_name(self.path.name + left).unlink(missing_ok=True)
        os.replace(file, self.path)

    def _refuse_if_in_use(self) -> None:
        """Raise ``BackupError`` if another process uses the database.

        SQLite refuses to leave WAL mode while another connection has the file open.
        """
        try:
            with _open_read_only(self.path) as there:
                there.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.OperationalError as error:
            raise BackupError(
                "The site is still running on this database. Stop it first."
            ) from error


class PostgreSQLDatabase:
    """A PostgreSQL database, dumped in pg_dump's custom format.

    The client programs must not be older than the server.
    """

    file_name = "database.dump"

    def __init__(self, options: dict[str, Any]) -> None:
        self._name = options["NAME"]
        self._env = {
            "PGDATABASE": options["NAME"],
            "PGHOST": options["HOST"],
            "PGPORT": str(options["PORT"]),
            "PGUSER": options["USER"],
            "PGPASSWORD": options["PASSWORD"],
        }

    def dump_to(self, file: Path) -> dict[str, int]:
        with self.connected() as connection:
            # So that the counts use the same snapshot that is exported to pg_dump.
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            # This transaction stays open and idle until pg_dump has finished: the exported
            # snapshot is valid only that long.
            connection.execute("SET idle_in_transaction_session_timeout = 0")
            exported = connection.execute("SELECT pg_export_snapshot()").fetchone()
            assert exported is not None
            counts = _count_tables(connection)
            same = f"--snapshot={exported[0]}"
            self._run("pg_dump", "--format=custom", "--no-owner", same, f"--file={file}")
        return counts

    def count(self) -> dict[str, int]:
        with self.connected() as connection:
            return _count_tables(connection)

    def is_empty(self) -> bool:
        statements = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
        with self.connected() as connection:
            found = connection.execute(statements).fetchone()
        return found is not None and found[0] == 0

    def restore_from(self, file: Path) -> None:
        self._run("pg_restore", "--list", str(file))  # fails for a bad file before we drop tables
        self.clear()
        self._run(
            "pg_restore", "--no-owner", "--single-transaction", f"--dbname={self._name}", file
        )

    def clear(self) -> None:
        """Drop everything in the database. Raises ``BackupError`` if the site is using it."""
        with self.connected() as connection:
            connection.execute(f"SET lock_timeout = '{LOCK_TIMEOUT}'")
            try:
                connection.execute("DROP SCHEMA public CASCADE")
            except psycopg.errors.LockNotAvailable as error:
                raise BackupError(
                    "The site is still using this database. Stop it first."
                ) from error
            connection.execute("CREATE SCHEMA public")

    def connected(self) -> psycopg.Connection[Any]:
        given = {
            "dbname": self._env["PGDATABASE"],
            "host": self._env["PGHOST"],
            "port": self._env["PGPORT"],
            "user": self._env["PGUSER"],
            "password": self._env["PGPASSWORD"],
        }
        return psycopg.connect(**{name: value for name, value in given.items() if value})

    def _run(self, program: str, *arguments: object) -> None:
        """Run a client program. Raises ``BackupError`` if it is missing or fails.

        The password is passed in the environment, because every user can read command lines.
        """
        given = {name: value for name, value in self._env.items() if value}
        try:
            subprocess.run(  # noqa: S603 - a program and files of our own
                [program, *map(str, arguments)],
                env=os.environ | given,
                check=True,
                capture_output=True,
                text=True,
            )
        except FileNotFoundError as error:
            message = f"{program} is missing. On Debian, run: apt install postgresql-client"
            raise BackupError(message) from error
        except subprocess.CalledProcessError as error:
            raise BackupError(f"{program} failed: {error.stderr.strip()}") from error


def find_database(options: dict[str, Any]) -> Database:
    """Return the database for Django's database settings."""
    if options["ENGINE"].endswith("sqlite3"):
        return SQLiteDatabase(Path(options["NAME"]))
    return PostgreSQLDatabase(options)


def _count_tables(connection: psycopg.Connection[Any]) -> dict[str, int]:
    own = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1"
    counts = {}
    for (name,) in connection.execute(own).fetchall():
        text = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(name))
        found = connection.execute(text).fetchone()
        counts[str(name)] = int(found[0]) if found else 0
    return counts


@contextlib.contextmanager
def _open_read_only(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path, timeout=5)
    try:
        yield connection
    finally:
        connection.close()
