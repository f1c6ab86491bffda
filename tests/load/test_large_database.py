"""Lists stay fast however many games there are, and the measurement itself works."""

import re
import subprocess
import sys

import pytest

from tests.processes import minimal_env
from tests.store_processes import _find_postgres
from tests.test_code_rules import ROOT


def measure(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.load.scale", *options],
        cwd=ROOT,
        env=minimal_env(),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.full
@pytest.mark.timeout(600)
def test_a_small_run_measures_every_page_on_sqlite() -> None:
    done = measure("--games", "300", "--database", "sqlite", "--repetitions", "1")
    rows = re.findall(r"^\| (\S.*?) \| (\d+) \| (\d+) \| \d+ ms \| \d+ ms \|$", done.stdout, re.M)
    assert len(rows) > 100, done.stdout + done.stderr
    assert "300 games filled" in done.stdout
    statuses = {name: int(status) for name, status, _statements in rows}
    assert max(statuses.values()) < 500
    for name in (
        "lobby",
        "profile",
        "past_games",
        "api:games",
        "leaderboards",
        "my_games",
        "watch",
        "create_room",
        "search?q=M",
        "record",
    ):
        assert statuses[name] == 200, name


@pytest.mark.timeout(600)
def test_no_page_scans_a_large_table() -> None:
    _find_postgres()
    done = measure("--games", "3000", "--plans")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Every large table is read by its indexes." in done.stdout
