"""A backup made in mid-game, and the game played on from it; what a restore will not do."""

import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.live.tables import Table
from tests.sites import ROOT, Site


def restore(site: Site, *arguments: str, **env: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "manage.py", "restore", *arguments],
        cwd=ROOT,
        env=site.env | env,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_a_game_goes_on_from_a_backup(site: Site, tmp_path: Path) -> None:
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
    assert "--overwrite drops it" in said
    if site.kind == "embedded":
        refused, said = restore(site, str(path), "--overwrite")
        assert refused
        assert "The site still runs" in said
    table.check()

    site.stop()
    refused, said = restore(site, str(path), "--overwrite")
    assert not refused, said
    assert "SECRET_KEY is not in a backup" in said
    site.start()
    table.state = at_backup
    table.check()
    table.play()
    table.check()


def test_a_backup_holds_the_key_a_site_made_for_itself(site: Site, tmp_path: Path) -> None:
    if site.kind == "scaled":
        pytest.skip("a site in production is given its key")
    there, fresh = tmp_path / "there", tmp_path / "fresh"
    shutil.copytree(site.folder, there)
    env = {"VAR_DIR": str(there), "SECRET_KEY": ""}
    done = subprocess.run(
        [sys.executable, "manage.py", "backup", str(tmp_path), "--keep", "1"],
        cwd=ROOT,
        env=site.env | env,
        capture_output=True,
        text=True,
        check=True,
    )
    path = Path(done.stdout.strip())
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
    assert "no backup that can be read" in said
    assert "Traceback" not in said
