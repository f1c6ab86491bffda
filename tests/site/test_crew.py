"""Processes that are looked after: put in place, replaced, changed, and never left alone.

What they do here is to write their number into a folder while they live; the site's own processes
are changed under a game in :mod:`tests.live.test_release`.
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
from scrabble_site.crew import Leash

here = pathlib.Path(sys.argv[1])
mark = here / f"hand-{__import__('os').getpid()}"

async def work():
    leash, done = Leash(int(sys.argv[-1])), asyncio.Event()
    leash.watch(done.set)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, done.set)
    if (here / "broken").exists():
        sys.exit(3)
    mark.touch()
    leash.say_serving()
    await done.wait()
    mark.unlink()

asyncio.run(work())
"""

MASTER = """
import asyncio, sys
sys.path.insert(0, ".")
from scrabble_site.crew import Crew

crew = Crew([sys.executable, "-c", sys.argv[1], sys.argv[2]], 2)
sys.exit(0 if asyncio.run(crew.work(lambda: print("open"))) else 1)
"""


class Master(Process):
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        command = [sys.executable, "-u", "-c", MASTER, HAND, str(folder)]
        super().__init__("master", command, folder / "log", lambda: "open" in self.log_text())

    def hands(self) -> set[int]:
        return {int(path.name.partition("-")[2]) for path in self.folder.glob("hand-*")}

    def await_hands(self, count: int, without: set[int]) -> set[int]:
        """So many, none of them of those before."""

        def are_there() -> bool:
            return len(self.hands()) == count and not self.hands() & without

        wait_until(are_there, f"{count} other processes")
        return self.hands()


@pytest.fixture
def master(tmp_path: Path) -> Iterator[Master]:
    made = Master(tmp_path)
    yield made
    made.kill()


def test_a_crew_is_changed_and_ends_when_told(master: Master) -> None:
    master.start()
    first = master.await_hands(2, set())
    os.kill(master.pid, signal.SIGHUP)
    second = master.await_hands(2, first)
    (fallen, _other) = second
    os.kill(fallen, signal.SIGKILL)
    (master.folder / f"hand-{fallen}").unlink()
    third = master.await_hands(2, {fallen})
    assert len(third & second) == 1
    assert master.stop() == 0
    assert not master.hands()


def test_processes_that_do_not_come_up_leave_the_old_ones_in_place(master: Master) -> None:
    master.start()
    first = master.await_hands(2, set())
    (master.folder / "broken").touch()
    os.kill(master.pid, signal.SIGHUP)
    wait_until(lambda: "the old ones go on" in master.log_text(), "the change to be given up")
    assert master.hands() == first
    (master.folder / "broken").unlink()
    os.kill(master.pid, signal.SIGHUP)
    master.await_hands(2, first)


def test_a_crew_that_does_not_come_up_at_all_says_so(master: Master) -> None:
    (master.folder / "broken").touch()
    master.launch()
    wait_until(lambda: not master.running, "the master to give up")
    assert master.stop() == 1


def test_nobody_is_left_when_the_master_is_killed(master: Master) -> None:
    master.start()
    master.await_hands(2, set())
    os.kill(master.pid, signal.SIGKILL)
    wait_until(lambda: not master.hands(), "the processes to notice")


@pytest.mark.parametrize("processes", ["2", "0", "65"])
def test_several_processes_need_a_place_to_meet(processes: str) -> None:
    with pytest.raises(CommandError, match=r"DATABASE_URL and REDIS_URL|from 1 to 64"):
        call_command("serve", "--processes", processes)
