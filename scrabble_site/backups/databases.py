"""A database written to one file while games go on, and taken in again."""

import contextlib
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import psycopg

LOCK_PATIENCE = "10s"
"""How long a restore waits for a site that still uses the database."""


class BackupError(Exception):
    """It cannot be done; the text says why."""


class Database(Protocol):
    """``file_name`` says inside a backup which kind of database it is of."""

    file_name: str

    def write_out(self, file: Path) -> None: ...

    def is_empty(self) -> bool: ...

    def take_in(self, file: Path) -> None: ...


class SQLiteDatabase:
    """A snapshot: writers go on meanwhile, and nothing they write is half in it."""

    file_name = "database.sqlite3"

    def __init__(self, path: Path) -> None:
        self.path = path

    def write_out(self, file: Path) -> None:
        if not self.path.is_file():
            raise BackupError(f"There is no database at {self.path}.")
        with _opened(self.path) as source, _opened(file) as copy:
            source.backup(copy)
            (found,) = copy.execute("PRAGMA quick_check").fetchone()
        if found != "ok":
            raise BackupError(f"The database is damaged: {found}")

    def is_empty(self) -> bool:
        if not self.path.is_file():
            return True
        with _opened(self.path) as there:
            (tables,) = there.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return int(tables) == 0

    def take_in(self, file: Path) -> None:
        if self.path.is_file():
            self._see_that_nobody_is_there()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        for left in ("-wal", "-shm"):
            self.path.with_name(self.path.name + left).unlink(missing_ok=True)
        os.replace(file, self.path)

    def _see_that_nobody_is_there(self) -> None:
        """The journal's mode cannot be changed while somebody else has the file open."""
        try:
            with _opened(self.path) as there:
                there.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.OperationalError as error:
            raise BackupError("The site still runs on this database: stop it first.") from error


class PostgreSQLDatabase:
    """Through pg_dump's custom format. The programs must be as new as the server."""

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

    def write_out(self, file: Path) -> None:
        self._run("pg_dump", "--format=custom", "--no-owner", f"--file={file}")

    def is_empty(self) -> bool:
        asked = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
        with self._connect() as connection:
            found = connection.execute(asked).fetchone()
        return found is not None and found[0] == 0

    def take_in(self, file: Path) -> None:
        self._run("pg_restore", "--list", str(file))  # it can be read, before anything is dropped
        with self._connect() as connection:
            connection.execute(f"SET lock_timeout = '{LOCK_PATIENCE}'")
            try:
                connection.execute("DROP SCHEMA public CASCADE")
            except psycopg.errors.LockNotAvailable as error:
                raise BackupError("The site still uses this database: stop it first.") from error
            connection.execute("CREATE SCHEMA public")
        self._run(
            "pg_restore", "--no-owner", "--single-transaction", f"--dbname={self._name}", file
        )

    def _connect(self) -> psycopg.Connection[Any]:
        given = {
            "dbname": self._env["PGDATABASE"],
            "host": self._env["PGHOST"],
            "port": self._env["PGPORT"],
            "user": self._env["PGUSER"],
            "password": self._env["PGPASSWORD"],
        }
        return psycopg.connect(**{name: value for name, value in given.items() if value})

    def _run(self, program: str, *arguments: object) -> None:
        """The password goes by the environment: everybody may read a command line."""
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
            told = f"{program} is missing; on Debian: apt install postgresql-client"
            raise BackupError(told) from error
        except subprocess.CalledProcessError as error:
            raise BackupError(f"{program} failed: {error.stderr.strip()}") from error


def find_database(options: dict[str, Any]) -> Database:
    """By Django's settings for it."""
    if options["ENGINE"].endswith("sqlite3"):
        return SQLiteDatabase(Path(options["NAME"]))
    return PostgreSQLDatabase(options)


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path, timeout=5)
    try:
        yield connection
    finally:
        connection.close()
