"""An interrupted test run leaves no server, store or browser behind."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.processes import Process, is_running, minimal_env, wait_until
from tests.sample_runs import ROOT, make_sample

pytestmark = [pytest.mark.servers, pytest.mark.slow]

SAMPLE = """
    import os
    from pathlib import Path

    def test_something_long(site_maker, page):
        site = site_maker.make("scaled", webs=1)
        page.goto(site.url)
        begun = Path(__file__).with_name("begun")
        begun.with_suffix(".new").write_text(str(os.getpid()))
        begun.with_suffix(".new").rename(begun)
        page.wait_for_timeout(600_000)
"""
SIGNALLING = """
    import subprocess
    import pytest

    @pytest.mark.parametrize("number", ["INT", "QUIT", "HUP"])
    def test_program(number):
        script = f"ulimit -c 0; kill -{number} $$; echo it goes on"
        assert not subprocess.run(["sh", "-c", script], capture_output=True).stdout
"""
SHELL = 'export TEST_RUN_PIDS=$$; "$@" & wait $!'

BREAKS: dict[str, Callable[[int, int], None]] = {
    "Ctrl+C": lambda shell, run: os.killpg(shell, signal.SIGINT),
    "a time limit": lambda shell, run: os.kill(run, signal.SIGTERM),
    "its parent killed": lambda shell, run: os.kill(shell, signal.SIGKILL),
    "killed itself": lambda shell, run: os.kill(run, signal.SIGKILL),
}


def read_parents() -> Iterator[tuple[int, int]]:
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            yield int(stat.parent.name), int(stat.read_text().rpartition(")")[2].split()[1])


def list_descendants(pid: int) -> dict[int, str]:
    """Return the names of all processes that a process, or one of these, has started."""
    parents = dict(read_parents())
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return {one: Path(f"/proc/{one}/comm").read_text().strip() for one in found[1:]}


def test_programs_receive_signals_that_the_test_run_ignores(tmp_path: Path) -> None:
    """Like a shell's background job, or a program under nohup."""
    deaf = ["bash", "-c", "trap '' INT QUIT HUP; exec \"$@\"", "-"]
    command = [*deaf, *make_sample(tmp_path, SIGNALLING)]
    done = subprocess.run(
        command, cwd=ROOT, env=minimal_env(), capture_output=True, text=True, check=False
    )
    assert "3 passed" in done.stdout, done.stdout


@pytest.mark.sampled("Ctrl+C", "killed itself")
@pytest.mark.parametrize("how", BREAKS)
def test_an_interrupted_run_leaves_no_processes(how: str, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    command = ["bash", "-c", SHELL, "-", *make_sample(tmp_path, SAMPLE)]
    shell = Process("run", command, tmp_path / "log", begun.exists)
    shell.launch()
    wait_until(lambda: begun.exists() or not shell.running, "the test to begin", 300)
    if not begun.exists() and " skipped" in shell.log_text():
        pytest.skip("no browser or no store to start")
    assert begun.exists(), shell.log_text()
    run = int(begun.read_text())
    started = list_descendants(run)
    assert {"redis-server", "postgres", "python", "chromium-headle"} <= {*started.values()}

    def list_left() -> dict[int, str]:
        return {pid: name for pid, name in started.items() if is_running(pid)}

    try:
        BREAKS[how](shell.pid, run)
        wait_until(lambda: not is_running(run), "the run to end", 60)
        with suppress(AssertionError):
            wait_until(lambda: not list_left(), "what it has started to end")
        assert not list_left(), shell.log_text()
    finally:
        for pid in [run, *list_left()]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        shell.stop()
