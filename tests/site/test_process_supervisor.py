"""Supervised processes: started, replaced when they die, renewed, and never left running alone.

Each process here only keeps a file named after its process id while it lives.
:mod:`tests.live.test_rolling_release` replaces the site's own processes during a game.
"""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.processes import Process, wait_until

HAND = """
import asyncio, pathlib, signal, sys
sys.path.insert(0, ".")
from scrabble_site.server.process_supervisor import SupervisorLink

here = pathlib.Path(sys.argv[1])
mark = here / f"hand-{__import__('os').getpid()}"

async def work():
    leash, done = SupervisorLink(int(sys.argv[-1])), asyncio.Event()
    leash.watch(done.set)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, done.set)
    if (here / "broken").exists():
        sys.exit(3)
    mark.touch()
    leash.report_ready()
    await done.wait()
    mark.unlink()

asyncio.run(work())
"""

MASTER = """
import asyncio, sys
sys.path.insert(0, ".")
from scrabble_site.server.process_supervisor import ProcessSupervisor

crew = ProcessSupervisor([sys.executable, "-c", sys.argv[1], sys.argv[2]], 2)
sys.exit(0 if asyncio.run(crew.work(lambda: print("open"))) else 1)
"""


class SupervisorProcess(Process):
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        command = [sys.executable, "-u", "-c", MASTER, HAND, str(folder)]
        super().__init__("master", command, folder / "log", lambda: "open" in self.log_text())

    def hands(self) -> set[int]:
        return {int(path.name.partition("-")[2]) for path in self.folder.glob("hand-*")}

    def wait_for_processes(self, count: int, without: set[int]) -> set[int]:
        """Wait for this many processes, none of them in ``without``. Returns their ids."""

        def are_there() -> bool:
            return len(self.hands()) == count and not self.hands() & without

        wait_until(are_there, f"{count} other processes")
        return self.hands()


@pytest.fixture
def master(tmp_path: Path) -> Iterator[SupervisorProcess]:
    made = SupervisorProcess(tmp_path)
    yield made
    made.kill()


def test_the_processes_are_replaced_and_end_on_a_signal(master: SupervisorProcess) -> None:
    master.start()
    first = master.wait_for_processes(2, set())
    os.kill(master.pid, signal.SIGHUP)
    second = master.wait_for_processes(2, first)
    (fallen, _other) = second
    os.kill(fallen, signal.SIGKILL)
    (master.folder / f"hand-{fallen}").unlink()
    third = master.wait_for_processes(2, {fallen})
    assert len(third & second) == 1
    assert master.stop() == 0
    assert not master.hands()


def test_processes_that_fail_to_start_leave_the_old_ones_in_place(
    master: SupervisorProcess,
) -> None:
    master.start()
    first = master.wait_for_processes(2, set())
    (master.folder / "broken").touch()
    os.kill(master.pid, signal.SIGHUP)
    wait_until(
        lambda: "the old ones keep running" in master.log_text(), "the change to be given up"
    )
    assert master.hands() == first
    (master.folder / "broken").unlink()
    os.kill(master.pid, signal.SIGHUP)
    master.wait_for_processes(2, first)


def test_processes_that_never_start_are_reported(master: SupervisorProcess) -> None:
    (master.folder / "broken").touch()
    master.launch()
    wait_until(lambda: not master.running, "the master to give up")
    assert master.stop() == 1


def test_no_process_survives_a_killed_master(master: SupervisorProcess) -> None:
    master.start()
    master.wait_for_processes(2, set())
    os.kill(master.pid, signal.SIGKILL)
    wait_until(lambda: not master.hands(), "the processes to notice")


@pytest.mark.parametrize("processes", ["2", "0", "65"])
def test_several_processes_need_redis(processes: str) -> None:
    with pytest.raises(CommandError, match=r"DATABASE_URL and REDIS_URL|from 1 to 64"):
        call_command("serve", "--processes", processes)
