"""Real Redis and PostgreSQL for tests, each on a free port with its files in a temporary folder."""

import os
import pwd
import shutil
import signal
import subprocess
from pathlib import Path

import psycopg
import pytest
import redis
from psycopg import sql

from tests.processes import Process, find_free_port, minimal_env


class RedisStore:
    """A Redis server that writes nothing to disk."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("redis-server")
        if program is None:
            pytest.skip("no redis-server: install Debian's package redis-server")
        self.port = find_free_port()
        options = {
            "port": self.port,
            "bind": "127.0.0.1",
            "dir": folder,
            "save": "",
            "io-threads": 1,
        }
        command = [program, *(part for k, v in options.items() for part in (f"--{k}", str(v)))]
        self.process = Process("redis", command, folder / "redis.log", self._answers)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def _answers(self) -> bool:
        try:
            with redis.Redis(port=self.port) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False


class PostgresStore:
    """A separate PostgreSQL cluster.

    When tests run as root, it runs as another user, since PostgreSQL refuses to run as root.
    """

    def __init__(self, folder: Path) -> None:
        self._programs = programs = _find_postgres()
        self.port = find_free_port()
        self._user = _unprivileged_user() if os.geteuid() == 0 else None
        data = folder / "data"
        if self._user:
            shutil.chown(folder, self._user, self._user)
        _run([str(programs / "initdb"), "-D", str(data), *_INITDB], self._user)
        command = [str(programs / "postgres"), "-D", str(data), "-p", str(self.port)]
        # The default folder for sockets may belong to another user.
        settings = _SETTINGS | {"unix_socket_directories": str(folder)}
        command += [part for k, v in settings.items() for part in ("-c", f"{k}={v}")]
        log = folder.parent / f"{folder.name}.log"
        self.process = Process(
            "postgres",
            command,
            log,
            self._answers,
            user=self._user,
            stop_signal=signal.SIGINT,  # "fast" shutdown: sessions are ended, not waited for
            death_signal=signal.SIGQUIT,  # killed, it would leave its shared memory behind
        )

    def url(self, database: str) -> str:
        return f"postgres://tileroom@127.0.0.1:{self.port}/{database}"

    def create(self, database: str, template: str = "template0") -> None:
        text = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        self._execute(text.format(sql.Identifier(database), sql.Identifier(template)))

    def drop(self, database: str) -> None:
        self._execute(
            sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(database))
        )

    def dump(self, database: str, file: Path) -> None:
        """Write the database to the file, as SQL."""
        command = [str(self._programs / "pg_dump"), "--no-owner"]
        _run([*command, "-d", self.url(database), "-f", str(file)])

    def load(self, database: str, file: Path) -> None:
        """Fill an empty database from such a file."""
        command = [str(self._programs / "psql"), "-q", "-v", "ON_ERROR_STOP=1"]
        _run([*command, "-d", self.url(database), "-f", str(file)])

    def _execute(self, statement: sql.Composed) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True


_INITDB = ("-U", "tileroom", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "300",
    "fsync": "off",  # tests never crash the machine, so this is safe and fast
    "timezone": "UTC",
}


def _run(command: list[str], user: str | None = None) -> None:
    done = subprocess.run(
        command,
        env=minimal_env(),
        cwd="/",
        user=user,
        group=user,
        extra_groups=[] if user else None,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command[0]} failed:\n{done.stdout}{done.stderr}"


def _find_postgres() -> Path:
    """Return the folder with the programs of the newest installed server; skip without one."""
    found = list(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        pytest.skip("no PostgreSQL server: install Debian's package postgresql")
    return max(found, key=lambda path: int(path.parts[-3].split(".")[0])).parent


def _unprivileged_user() -> str:
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        return "nobody"
