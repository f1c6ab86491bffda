"""``manage.py prepare``: from nothing to a site that can be served, without repeating any step."""

import os
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from games.management.commands import prepare
from lexicon.services.shipped_lists import SHIPPED_LISTS
from tests.prepared_sites import manage
from tests.processes import (
    Process,
    find_free_port,
    list_children,
    minimal_env,
    wait_until,
)

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a site that ``serve --prepare`` made from nothing, once for all tests."""
    folder = tmp_path_factory.mktemp("site")
    var = folder / "var"
    env = env_of(var)
    port = str(find_free_port())
    command = [sys.executable, "manage.py", "serve", "--prepare", "--port", port]
    web = Process("web", command, folder / "log", lambda: "open at" in web.log_text(), env=env)
    web.launch()
    wait_until(lambda: web.ready() or not web.running, "the site to be prepared", limit=400)
    web.wait_ready()
    wait_until(lambda: not list_children(web.pid), "the compiler to end", limit=400)
    assert web.stop() == 0
    return env


@pytest.mark.full
def test_word_graphs_are_built_in_a_separate_process(env: dict[str, str]) -> None:
    lines = (Path(env["VAR_DIR"]).parent / "log").read_text().splitlines()
    assert {"English (open): loaded", "English (open): word graph built"} <= set(lines)
    assert len(list(Path(env["VAR_DIR"]).rglob("*.graph"))) == len(SHIPPED_LISTS)


def env_of(var: Path) -> dict[str, str]:
    kept = {"ENGINE_CACHE_DIR": os.environ["ENGINE_CACHE_DIR"]}
    return minimal_env() | kept | {"VAR_DIR": str(var)}


@pytest.mark.full
def test_serve_prepares_once(env: dict[str, str]) -> None:
    var = Path(env["VAR_DIR"])
    made = {path: path.stat().st_mtime_ns for path in var.rglob("*") if path.is_file()}
    assert var / "db.sqlite3" in made
    assert var / "static" / "staticfiles.json" in made
    assert any(path.suffix == ".graph" for path in made)

    assert "Compiling" not in manage(env, "prepare")
    again = {path: path.stat().st_mtime_ns for path in var.rglob("*") if path.is_file()}
    assert again == made


@pytest.mark.full
def test_changed_static_files_are_collected_again(env: dict[str, str]) -> None:
    manifest = Path(env["VAR_DIR"]) / "static" / "staticfiles.json"
    manifest.unlink()
    old = manifest.parent / "css" / "site.000000000000.css"
    old.write_text("")
    note = manifest.parent.with_name(".static.made_from")
    note.write_text("something else")
    manage(env, "prepare")
    assert manifest.exists()
    assert old.exists(), "pages of the release before still ask for it"


def test_dictionaries_are_compiled_before_the_engine_and_the_engine_once(
    tmp_path: Path, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[str] = []
    monkeypatch.setattr(prepare, "call_command", lambda name, **_options: ran.append(name))
    monkeypatch.setattr(prepare, "compile_shipped", lambda shipped: ran.append(shipped.slug))
    settings.ENGINE_CACHE_DIR = tmp_path / "engine"
    for _time in range(2):
        call_command("prepare", compile_only=True)
    assert ran == ["en-open", "en-common", "warm_engine", "en-open", "en-common"]
