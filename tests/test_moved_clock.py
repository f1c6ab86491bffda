"""Programs under test follow the tests' clock if ``faketime`` has moved it."""

import subprocess
import sys
import time

import pytest

from tests.chaos.faults import FAKETIME
from tests.processes import minimal_env

DAY = 24 * 60 * 60


@pytest.mark.skipif(FAKETIME is None, reason="no libfaketime: install Debian's package faketime")
def test_programs_follow_a_moved_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    moved = {"LD_PRELOAD": str(FAKETIME), "FAKETIME": "+400d", "DONT_FAKE_MONOTONIC": "1"}
    for name, value in moved.items():
        monkeypatch.setenv(name, value)
    asked = "import time; print(time.time())"
    command = [sys.executable, "-c", asked]
    done = subprocess.run(command, env=minimal_env(), capture_output=True, text=True, check=True)
    assert 399 < (float(done.stdout) - time.time()) / DAY < 401
