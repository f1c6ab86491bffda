"""A backup made during a game, and the game continued from it. Also what a restore refuses, and the
drill that tests a backup while the site runs."""

import json
import shutil
import tarfile
from pathlib import Path

import psycopg
import pytest

from games.rules.plays.acts import Resign
from tests.fork_server import run_manage
from tests.live.live_table import Table
from tests.prepared_sites import manage
from tests.site_processes import Site


def restore(site: Site, *arguments: str, **env: str) -> tuple[int, str]:
    return run(site, "restore", *arguments, **env)


def run(site: Site, *arguments: str, **env: str) -> tuple[int, str]:
    done = run_manage(site.env | env, *arguments)
    return done.returncode, done.stdout + done.stderr


def read_stamp(table: Table) -> int:
    """Return the stamp of the state that a page shows now."""
    return table.people[0].get(table.path + "bundle").bundle.stamp


def test_a_game_continues_from_a_backup(site: Site, tmp_path: Path) -> None:
    if site.kind == "scaled" and not shutil.which("pg_restore"):
        pytest.skip("no pg_restore: install Debian's package postgresql-client")
    table = Table(site)
    table.play()
    path = Path(site.manage("backup", str(tmp_path)).strip())
    at_backup = table.state
    assert path.stat().st_mode & 0o777 == 0o600
    table.play()

    refused, said = restore(site, str(path))
    assert refused, "there is a database"
    assert "Use --overwrite" in said
    if site.kind == "embedded":
        refused, said = restore(site, str(path), "--overwrite")
        assert refused
        assert "The site is still running" in said
    table.check()

    shown = read_stamp(table)
    site.stop()
    refused, said = restore(site, str(path), "--overwrite")
    assert not refused, said
    assert "SECRET_KEY is not part of the backup" in said
    site.start()
    table.state = at_backup
    table.check()
    assert read_stamp(table) > shown, "pages that stayed open take it for newer"
    table.play()
    table.check()


@pytest.mark.every_kind
@pytest.mark.sampled("embedded")
def test_a_backup_holds_the_generated_secret_key(site: Site, tmp_path: Path) -> None:
    if site.kind == "scaled":
        pytest.skip("a site in production is given its key")
    there, fresh = tmp_path / "there", tmp_path / "fresh"
    shutil.copytree(site.folder, there)
    env = {"VAR_DIR": str(there), "SECRET_KEY": ""}
    path = Path(manage(site.env | env, "backup", str(tmp_path), "--keep", "1").strip())
    with tarfile.open(path) as tar:
        assert sorted(tar.getnames()) == [
            "database.sqlite3",
            "note.json",
            "push_key",
            "secret_key",
        ]
        note = json.load(tar.extractfile("note.json"))  # type: ignore[arg-type]
    assert note["key"] == "here"
    assert "word graphs" in note["made_again"]

    refused, said = restore(site, str(path), VAR_DIR=str(fresh), SECRET_KEY="")
    assert not refused, said
    for key in ("secret_key", "push_key"):
        assert (fresh / key).read_text() == (there / key).read_text()
        assert (fresh / key).stat().st_mode & 0o777 == 0o600
    (tmp_path / "text").write_text("no backup")
    refused, said = restore(site, str(tmp_path / "text"), VAR_DIR=str(fresh))
    assert refused
    assert "not a readable backup" in said
    assert "Traceback" not in said


def test_a_drill_restores_the_newest_backup_while_the_site_runs(site: Site, tmp_path: Path) -> None:
    if site.kind == "scaled" and not shutil.which("pg_restore"):
        pytest.skip("no pg_restore: install Debian's package postgresql-client")
    folder = tmp_path / "backups"
    failed, said = run(site, "restore_drill", str(folder))
    assert failed
    assert "No backup found" in said

    table = Table(site)
    table.play()
    table.do(0, Resign())
    path = Path(site.manage("backup", str(folder)).strip())
    failed, said = run(site, "restore_drill", str(folder))
    assert not failed, said
    assert str(path) in said
    assert "games match their secrets" in said
    assert "verify_bag: 0 games" not in said
    assert "All ratings match the games." in said
    assert "The drill passed" in said
    table.check()
    if site.kind == "scaled":
        with psycopg.connect(site.env["DATABASE_URL"] + "_drill") as scratch:
            left = scratch.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
            assert left.fetchone() == (0,), "no second copy of what people wrote is kept"


@pytest.mark.full
def test_a_drill_names_what_the_backup_lacks(site: Site, tmp_path: Path) -> None:
    if site.kind == "scaled" and not shutil.which("pg_restore"):
        pytest.skip("no pg_restore: install Debian's package postgresql-client")
    folder = tmp_path / "backups"
    Table(site).play()
    path = Path(site.manage("backup", str(folder)).strip())
    claim_extra_move(path)
    failed, said = run(site, "restore_drill", str(folder), "--hours", "0")
    assert failed
    assert "Table games_move: " in said
    assert "The newest backup is 0 hours old." in said


def claim_extra_move(path: Path) -> None:
    """Make the backup claim one more move than it contains."""
    unpacked = path.parent / "laid out"
    with tarfile.open(path) as tar:
        tar.extractall(unpacked, filter="data")
    note = json.loads((unpacked / "note.json").read_text())
    note["counts"]["games_move"] += 1
    (unpacked / "note.json").write_text(json.dumps(note))
    with tarfile.open(path, "w") as tar:
        for part in sorted(unpacked.iterdir()):
            tar.add(part, arcname=part.name)
