"""Processes that serve the tests themselves are replaced after they have died."""

import os
import signal
from pathlib import Path

import pytest

from tests import fork_server
from tests.fork_server import get_fork_server
from tests.prepared_sites import make_env
from tests.processes import is_running, wait_until
from tests.snippets import Snippets

pytestmark = pytest.mark.servers

NAP = ["shell", "-c", "import time; print('asleep', flush=True); time.sleep(600)"]


def test_snippets_go_on_after_their_process_has_died(tmp_path: Path) -> None:
    snippets = Snippets(make_env(tmp_path), tmp_path / "snippets.log")
    try:
        first = int(snippets.run("import os; print(os.getpid())"))
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: not is_running(first), "the process to end")
        assert int(snippets.run("import os; print(os.getpid())")) != first
    finally:
        snippets.close()


def test_sites_start_after_the_fork_server_has_died(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fork_server, "_servers", [])
    env, log = make_env(tmp_path), tmp_path / "log"
    log.touch()
    server = get_fork_server()
    assert get_fork_server() is server
    orphan = server.start(NAP, env, log)
    wait_until(lambda: "asleep" in log.read_text(), "the first process")
    server.close()
    assert orphan.poll() is None
    orphan.send_signal(signal.SIGKILL)
    assert orphan.wait(60) == -signal.SIGKILL

    other = get_fork_server()
    assert other is not server
    assert other.start(["version"], env, log).wait(60) == 0
    other.close()
