"""The processes of sites under test: their ports, and restarting dead ones."""

import json
import os
import signal
import subprocess
import sys

import pytest

from tests.fork_server import get_fork_server
from tests.processes import is_running, minimal_env, wait_until
from tests.site_processes import ROOT, Site

CHOOSES_PORTS = """
import json
from tests.processes import find_free_port
print(json.dumps([find_free_port() for _ in range(50)]))
"""


def test_ports_are_assigned_once_and_never_to_outgoing_connections() -> None:
    command = [sys.executable, "-c", CHOOSES_PORTS]
    programs = [
        subprocess.Popen(command, cwd=ROOT, env=minimal_env(), stdout=subprocess.PIPE)
        for _ in range(4)
    ]
    found = [port for one in programs for port in json.loads(one.communicate()[0])]
    assert len(set(found)) == 4 * 50
    assert min(found) > 1024 and max(found) < 32_768


def test_a_site_starts_again_after_its_fork_server_was_killed(embedded_site: Site) -> None:
    (web,) = embedded_site.webs
    before = web.pid
    os.kill(get_fork_server().pid, signal.SIGKILL)
    wait_until(lambda: not is_running(before), "the site to end with what it was forked from")
    embedded_site.start()
    assert is_running(web.pid) and web.pid != before


def test_snippets_run_again_after_their_process_has_ended(embedded_site: Site) -> None:
    with pytest.raises(AssertionError, match="the process for snippets ended"):
        embedded_site.run("import os; os._exit(1)")
    assert embedded_site.run("print('again')") == "again\n"


def test_no_snippet_is_given_the_answer_of_an_interrupted_one(embedded_site: Site) -> None:
    def interrupt(_number: int, _frame: object) -> None:
        raise TimeoutError

    interrupts = f"import os, time; os.kill({os.getpid()}, {int(signal.SIGUSR1)}); time.sleep(2)"
    before = signal.signal(signal.SIGUSR1, interrupt)
    try:
        with pytest.raises(TimeoutError):
            embedded_site.run(f"{interrupts}; print('late')")
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert embedded_site.run("print('again')") == "again\n"
