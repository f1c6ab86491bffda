"""What sites of tests are copied from: migrated databases, static files and dictionaries."""

import os
import shutil
import tempfile
import uuid
from functools import partial
from pathlib import Path

from tests.fork_server import run_manage
from tests.prepared import SCHEMA_SOURCES, STATIC_SOURCES, prepare
from tests.processes import minimal_env
from tests.store_processes import PostgresStore


def manage(env: dict[str, str], *arguments: str) -> str:
    """Run a management command and return its output. Raises ``AssertionError`` if it fails."""
    done = run_manage(env, *arguments)
    assert done.returncode == 0, f"{' '.join(arguments)}:\n{done.stdout}{done.stderr}"
    return done.stdout


def make_env(var_dir: Path, **more: str) -> dict[str, str]:
    """Return the environment of a site's processes, without limits."""
    env = minimal_env() | {
        "LIMITS": "false",
        "SECRET_KEY": "a key that is good enough for tests, and for nothing else",
        "ENGINE_CACHE_DIR": os.environ["ENGINE_CACHE_DIR"],
        "VAR_DIR": str(var_dir),
    }
    return env | more


def prepare_static() -> Path:
    """Return a folder with all static files as the site serves them."""
    return prepare("static", _collect_static, STATIC_SOURCES)


def _collect_static(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as var_dir:
        env = make_env(Path(var_dir), STATIC_ROOT=str(folder))
        manage(env, "collectstatic", "--no-input", "--verbosity", "0")


def prepare_empty() -> Path:
    """Return a folder with a migrated, empty database."""
    return prepare("empty", _migrate_sqlite, SCHEMA_SOURCES)


def _migrate_sqlite(folder: Path) -> None:
    folder.mkdir()
    manage(make_env(folder), "migrate", "--no-input", "--verbosity", "0")


def prepare_empty_dump(store: PostgresStore) -> Path:
    """Return the same for PostgreSQL: a file of SQL, made in ``store`` if need be."""
    return prepare("empty.sql", partial(_migrate_postgres, store), SCHEMA_SOURCES)


def _migrate_postgres(store: PostgresStore, dump: Path) -> None:
    name = f"empty_{uuid.uuid4().hex[:8]}"
    store.create(name)
    with tempfile.TemporaryDirectory() as var_dir:
        env = make_env(Path(var_dir), DATABASE_URL=store.url(name))
        manage(env, "migrate", "--no-input", "--verbosity", "0")
    store.dump(name, dump)
    store.drop(name)


def prepare_filled() -> Path:
    """Return a folder with a database of the default dictionaries, and their files."""
    return prepare("site", _fill_sqlite)


def _fill_sqlite(folder: Path) -> None:
    shutil.copytree(prepare_empty(), folder)
    manage(make_env(folder, LEXICON_CACHE_DIR=str(folder / "lexicons")), "load_default_lexicons")
