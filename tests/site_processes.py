"""The site as real processes with a separate database; :mod:`tests.site_fixtures` has fixtures."""

import os
import shutil
import sys
import tempfile
import urllib.error
import urllib.request
import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Literal

from tests.fork_server import SiteProcess
from tests.interruption import handle_signals
from tests.jitter_proxy import open_line
from tests.prepared import prepare
from tests.prepared_sites import (
    make_env,
    manage,
    prepare_empty_dump,
    prepare_filled,
    prepare_static,
)
from tests.processes import Process, find_free_port
from tests.snippets import Snippets
from tests.store_processes import PostgresStore, RedisStore

ROOT = Path(__file__).resolve().parent.parent
Env = dict[str, str]
Kind = Literal["embedded", "scaled"]
TEST_SEED = "a site under test"
_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Asks the web processes, without any proxy that the environment names."""


class WebServer(SiteProcess):
    """One ``manage.py serve``. It keeps its port when it is restarted."""

    def __init__(self, name: str, folder: Path, env: Env, program: Sequence[str]) -> None:
        self.port = find_free_port()
        command = [sys.executable, *program, "serve", "--port", str(self.port)]
        super().__init__(name, command, folder / f"{name}.log", self._is_healthy, env=env)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def _is_healthy(self) -> bool:
        try:
            with _direct.open(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False


class WorkerServer(SiteProcess):
    """One ``manage.py worker``."""

    def __init__(self, name: str, folder: Path, env: Env, program: Sequence[str]) -> None:
        command = [sys.executable, *program, "worker"]
        super().__init__(name, command, folder / f"{name}.log", self._has_begun, env=env)
        self._seen = 0

    def launch(self) -> None:
        if not self.running:
            self._seen = len(self.log_text())
        super().launch()

    def _has_begun(self) -> bool:
        return "The worker is running" in self.log_text()[self._seen :]


class Site:
    """Web and worker processes with one database. ``env`` is the environment of each of them."""

    def __init__(
        self,
        kind: Kind,
        folder: Path,
        env: Env,
        webs: int,
        workers: int,
        program: Sequence[str] = ("manage.py",),
    ) -> None:
        self.kind = kind
        self.folder = folder
        self.env = env
        self.webs = [WebServer(f"web{n}", folder, env, program) for n in range(1, webs + 1)]
        self.workers = [
            WorkerServer(f"worker{n}", folder, env, program) for n in range(1, workers + 1)
        ]
        self._line = open_line(self.webs[0].port) if webs else None
        self.snippets = Snippets(env, folder / "snippets.log")

    @property
    def processes(self) -> Sequence[Process]:
        return [*self.webs, *self.workers]

    @property
    def url(self) -> str:
        """The address for browsers; if ``JITTER`` is set, at the other end of a bad line."""
        return self._line.url if self._line else self.webs[0].url

    def web(self, number: int) -> WebServer:
        """Return the web process for visitor ``number``.

        Neighbours get different ones where possible.
        """
        return self.webs[number % len(self.webs)]

    def start(self) -> None:
        """Start all processes that are not running, then wait until every one is ready."""
        for process in self.processes:
            process.launch()
        for process in self.processes:
            process.wait_ready()

    def stop(self) -> None:
        for process in self.processes:
            process.stop()

    def restart(self) -> None:
        """Restart every process; the database stays."""
        self.stop()
        self.start()

    def kill(self) -> None:
        for process in self.processes:
            process.kill()

    def manage(self, *arguments: str) -> str:
        return manage(self.env, *arguments)

    def run(self, snippet: str) -> str:
        """Run Python with the site's settings in a separate process, and return what it printed."""
        return self.snippets.run(snippet)

    def close(self) -> None:
        """End everything that runs for the site."""
        self.kill()
        self.snippets.close()
        if self._line:
            self._line.close()

    def log_text(self) -> str:
        return "\n".join(f"== {p.name}\n{p.log_text()}" for p in self.processes)

    def tracebacks(self) -> list[str]:
        """Return the names of the processes whose logs contain a traceback."""
        return [p.name for p in self.processes if "Traceback" in p.log_text()]


class SiteMaker:
    """Makes sites quickly.

    Slow steps (migrating, loading dictionaries, collecting static files) are done once
    (:mod:`tests.prepared`) and copied. The database servers start once per session.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sites: list[Site] = []

    def make(
        self,
        kind: Kind,
        webs: int | None = None,
        workers: int | None = None,
        program: Sequence[str] = ("manage.py",),
        started: bool = True,
        **env: str,
    ) -> Site:
        """Return a running site with a migrated database and the default dictionaries.

        ``program`` is run by Python in place of ``manage.py``. Draws are the same in every run,
        except in production; ``TEST_SEED=""`` lets chance decide.
        """
        name = f"{kind}-{uuid.uuid4().hex[:8]}"
        folder = self.folder / name
        folder.mkdir()
        full_env = self._shared_env | {"VAR_DIR": str(folder)}
        if "PRODUCTION" not in env:
            full_env["TEST_SEED"] = TEST_SEED
        if kind == "embedded":
            shutil.copy(self._sqlite_template, folder / "db.sqlite3")
            counts = (webs or 1, workers or 0)
        else:
            self.postgres.create(name, self._postgres_template)
            full_env["DATABASE_URL"] = self.postgres.url(name)
            full_env |= {"REDIS_URL": self.redis.url, "REDIS_PREFIX": name}
            counts = (webs or 2, 1 if workers is None else workers)
        site = Site(kind, folder, full_env | env, *counts, program)
        self.sites.append(site)
        if started:
            site.start()
        return site

    def close(self, site: Site) -> None:
        site.close()
        self.sites.remove(site)
        if site.kind == "scaled":
            self.postgres.drop(site.folder.name)
        # A failing engine falls back to other legal acts, so no other check would notice it.
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
        """The environment shared by all sites, with their static files and dictionary files."""
        static, lexicons = self.folder / "static", self.folder / "lexicons"
        shutil.copytree(prepare_static(), static, dirs_exist_ok=True)
        shutil.copytree(self._filled / "lexicons", lexicons, dirs_exist_ok=True)
        return make_env(
            self.folder / "template",
            STATIC_ROOT=str(static),
            LEXICON_CACHE_DIR=str(lexicons),
        )

    @cached_property
    def _filled(self) -> Path:
        """A folder with a filled SQLite database and the files of its dictionaries."""
        return prepare_filled()

    @cached_property
    def _sqlite_template(self) -> Path:
        return self._filled / "db.sqlite3"

    @cached_property
    def _postgres_template(self) -> str:
        dump = prepare("site.sql", self._fill_postgres)
        # Every site copies this template, which is quicker than loading the dump each time.
        self.postgres.create("template_site")
        self.postgres.load("template_site", dump)
        return "template_site"

    def _fill_postgres(self, dump: Path) -> None:
        empty = prepare_empty_dump(self.postgres)
        self.postgres.create("filled_site")
        self.postgres.load("filled_site", empty)
        env = self._shared_env | {"DATABASE_URL": self.postgres.url("filled_site")}
        manage(env, "load_default_lexicons")
        self.postgres.dump("filled_site", dump)
        self.postgres.drop("filled_site")


def main() -> None:
    """Prepare everything that sites are copied from: no test then has to wait for it."""
    handle_signals()
    os.environ.setdefault("ENGINE_CACHE_DIR", str(ROOT / "var" / "engine"))
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor() as threads:
        Path(name).chmod(0o755)
        maker = SiteMaker(Path(name))
        filled = threads.submit(prepare_filled)
        try:
            _ = maker._postgres_template
            filled.result()
        finally:
            maker.close_all()


def _make_folder(parent: Path, name: str) -> Path:
    return Path(tempfile.mkdtemp(prefix=f"{name}-", dir=parent))


if __name__ == "__main__":
    main()
