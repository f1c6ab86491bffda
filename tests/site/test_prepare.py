"""``manage.py prepare``: from nothing to a site that can be served, and nothing twice."""

import os
import sys
from pathlib import Path

import pytest

from tests.processes import Process, find_free_port, minimal_env
from tests.sites import manage

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Of a site that was prepared from nothing, once for all tests."""
    env = env_of(tmp_path_factory.mktemp("site") / "var")
    manage(env, "prepare")
    return env


def env_of(var: Path) -> dict[str, str]:
    kept = {"ENGINE_CACHE_DIR": os.environ["ENGINE_CACHE_DIR"]}
    return minimal_env() | kept | {"VAR_DIR": str(var)}


def test_a_second_time_nothing_is_done_again(env: dict[str, str]) -> None:
    var = Path(env["VAR_DIR"])
    made = {path: path.stat().st_mtime_ns for path in var.rglob("*") if path.is_file()}
    assert var / "db.sqlite3" in made
    assert var / "static" / "staticfiles.json" in made
    assert any(path.suffix == ".graph" for path in made)

    assert "Compiling" not in manage(env, "prepare")
    again = {path: path.stat().st_mtime_ns for path in var.rglob("*") if path.is_file()}
    assert again == made


def test_static_files_that_changed_are_collected_again(env: dict[str, str]) -> None:
    manifest = Path(env["VAR_DIR"]) / "static" / "staticfiles.json"
    manifest.unlink()
    old = manifest.parent / "css" / "site.000000000000.css"
    old.write_text("")
    note = manifest.parent.with_name(".static.made_from")
    note.write_text("something else")
    manage(env, "prepare")
    assert manifest.exists()
    assert old.exists(), "pages of the release before still ask for it"


def test_serve_can_prepare_first(tmp_path: Path) -> None:
    env = env_of(tmp_path / "var")
    port = str(find_free_port())
    command = [sys.executable, "manage.py", "serve", "--prepare", "--port", port]
    web = Process("web", command, tmp_path / "log", lambda: "open at" in web.log_text(), env=env)
    web.launch()
    web.wait_ready()
    assert web.stop() == 0
