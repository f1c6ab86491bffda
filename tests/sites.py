"""The site as real processes over a database of its own; :mod:`tests.servers` has the fixtures."""

import os
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
import uuid
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Literal

from tests.processes import Process, find_free_port, minimal_env
from tests.stores import PostgresStore, RedisStore

ROOT = Path(__file__).resolve().parent.parent
Kind = Literal["embedded", "scaled"]


def manage(env: dict[str, str], *arguments: str) -> str:
    """Runs a management command and returns its output; fails when the command does."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(arguments)}:\n{done.stdout}{done.stderr}"
    return done.stdout


class WebServer(Process):
    """One ``manage.py serve``. Its port stays the same over restarts."""

    def __init__(self, name: str, folder: Path, env: dict[str, str]) -> None:
        self.port = find_free_port()
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        super().__init__(name, command, folder / f"{name}.log", self._is_healthy, env=env)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def _is_healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False


class WorkerServer(Process):
    """One ``manage.py worker``."""

    def __init__(self, name: str, folder: Path, env: dict[str, str]) -> None:
        command = [sys.executable, "manage.py", "worker"]
        super().__init__(name, command, folder / f"{name}.log", self._has_begun, env=env)
        self._seen = 0

    def launch(self) -> None:
        if not self.running:
            self._seen = len(self.log_text())
        super().launch()

    def _has_begun(self) -> bool:
        return "The worker runs" in self.log_text()[self._seen :]


class Site:
    """Web and worker processes over one database; ``env`` is what they all were given."""

    def __init__(
        self, kind: Kind, folder: Path, env: dict[str, str], webs: int, workers: int
    ) -> None:
        self.kind = kind
        self.folder = folder
        self.env = env
        self.webs = [WebServer(f"web{n}", folder, env) for n in range(1, webs + 1)]
        self.workers = [WorkerServer(f"worker{n}", folder, env) for n in range(1, workers + 1)]

    @property
    def processes(self) -> Sequence[Process]:
        return [*self.webs, *self.workers]

    @property
    def url(self) -> str:
        return self.webs[0].url

    def web(self, number: int) -> WebServer:
        """The web process for visitor ``number``: neighbours get different ones if they can."""
        return self.webs[number % len(self.webs)]

    def start(self) -> None:
        """Starts what does not run, all at once, and waits for it."""
        for process in self.processes:
            process.launch()
        for process in self.processes:
            process.wait_ready()

    def stop(self) -> None:
        for process in self.processes:
            process.stop()

    def restart(self) -> None:
        """Every process ends and begins again; the database stays."""
        self.stop()
        self.start()

    def kill(self) -> None:
        for process in self.processes:
            process.kill()

    def manage(self, *arguments: str) -> str:
        return manage(self.env, *arguments)

    def log_text(self) -> str:
        return "\n".join(f"== {p.name}\n{p.log_text()}" for p in self.processes)

    def tracebacks(self) -> list[str]:
        """Names of the processes whose log holds a traceback."""
        return [p.name for p in self.processes if "Traceback" in p.log_text()]


class SiteMaker:
    """Makes sites quickly: what takes long (migrating, loading dictionaries, collecting static
    files, starting the stores) is done once a session and copied."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sites: list[Site] = []

    def make(
        self, kind: Kind, webs: int | None = None, workers: int | None = None, **env: str
    ) -> Site:
        """A site that runs, with migrated database and default dictionaries."""
        name = f"{kind}-{uuid.uuid4().hex[:8]}"
        folder = self.folder / name
        folder.mkdir()
        full_env = self._shared_env | {"VAR_DIR": str(folder)}
        if kind == "embedded":
            shutil.copy(self._sqlite_template, folder / "db.sqlite3")
            counts = (webs or 1, workers or 0)
        else:
            self.postgres.create(name, self._postgres_template)
            full_env["DATABASE_URL"] = self.postgres.url(name)
            full_env |= {"REDIS_URL": self.redis.url, "REDIS_PREFIX": name}
            counts = (webs or 2, 1 if workers is None else workers)
        site = Site(kind, folder, full_env | env, *counts)
        self.sites.append(site)
        site.start()
        return site

    def close(self, site: Site) -> None:
        site.kill()
        self.sites.remove(site)
        if site.kind == "scaled":
            self.postgres.drop(site.folder.name)
        # A failing engine still gives lawful acts: no test of the site would notice.
        assert "games.engine.fallbacks" not in site.log_text(), site.log_text()

    def close_all(self) -> None:
        for site in list(self.sites):
            self.close(site)
        for name in ("postgres", "redis"):
            if name in self.__dict__:
                self.__dict__[name].process.stop()

    @cached_property
    def redis(self) -> RedisStore:
        store = RedisStore(_make_folder(self.folder, "redis"))
        store.process.start()
        return store

    @cached_property
    def postgres(self) -> PostgresStore:
        store = PostgresStore(_make_folder(self.folder, "postgres"))
        store.process.start()
        return store

    @cached_property
    def _shared_env(self) -> dict[str, str]:
        """The environment of every site, with static files and dictionary files made once."""
        env = minimal_env() | {
            "LIMITS": "false",
            "SECRET_KEY": "a key that is good enough for tests, and for nothing else",
            "STATIC_ROOT": str(self.folder / "static"),
            "LEXICON_CACHE_DIR": str(self.folder / "lexicons"),
            "ENGINE_CACHE_DIR": os.environ["ENGINE_CACHE_DIR"],
            "VAR_DIR": str(self.folder / "template"),
        }
        manage(env, "collectstatic", "--no-input", "--verbosity", "0")
        return env

    @cached_property
    def _sqlite_template(self) -> Path:
        self._fill(self._shared_env)
        return self.folder / "template" / "db.sqlite3"

    @cached_property
    def _postgres_template(self) -> str:
        self.postgres.create("template_site")
        self._fill(self._shared_env | {"DATABASE_URL": self.postgres.url("template_site")})
        return "template_site"

    def _fill(self, env: dict[str, str]) -> None:
        manage(env, "migrate", "--no-input", "--verbosity", "0")
        manage(env, "load_default_lexicons")


def _make_folder(parent: Path, name: str) -> Path:
    return Path(tempfile.mkdtemp(prefix=f"{name}-", dir=parent))
