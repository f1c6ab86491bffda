"""Run helper programs in processes of their own.

A program is limited in processor time, so that a busy machine accepts the same input as an idle
one. How long the request waits is limited separately. A program that serves a server for as long as
there is work ends with that server: see :func:`watch_parent`.
"""

import os
import resource
import stat
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from signal import SIGXCPU
from typing import NamedTuple

BACKGROUND_PRIORITY = 10
"""How much nicer these programs run than the process that waits for them, so that moves go first.
"""


class ProgramResult(NamedTuple):
    """How a program ended."""

    code: int
    output: bytes
    errors: bytes

    @property
    def exceeded_cpu_limit(self) -> bool:
        """True if the program was stopped because it used too much processor time."""
        return self.code == -SIGXCPU


def run_program(
    command: Sequence[str], data: bytes, *, cwd: Path, processor: int, wait: float
) -> ProgramResult:
    """Pass ``data`` to a program and return what it wrote once it has ended.

    It may use ``processor`` seconds of processor time. Raises ``TimeoutError``, and kills the
    program, if it has not ended after ``wait`` seconds.
    """
    with subprocess.Popen(  # noqa: S603 - callers name programs of our own
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd
    ) as program:
        # The program may already have ended.
        with suppress(ProcessLookupError):
            os.setpriority(os.PRIO_PROCESS, program.pid, BACKGROUND_PRIORITY)
            # The soft limit sends SIGXCPU, the hard one kills a program that ignores it.
            resource.prlimit(program.pid, resource.RLIMIT_CPU, (processor, processor + 1))
        try:
            output, errors = program.communicate(data, timeout=wait)
        except subprocess.TimeoutExpired as late:
            raise TimeoutError from late
        finally:
            if program.poll() is None:
                program.kill()
    return ProgramResult(program.returncode, output, errors)


def watch_parent(grace: float) -> threading.Event:
    """Return an event that is set once the process that started this one is gone, however it ended.

    The parent holds the other end of the pipe that is this process's standard input; if standard
    input is not a pipe, the event is never set. ``grace`` seconds after the event this process
    exits, whatever it is doing.
    """
    parent_ended = threading.Event()
    if stat.S_ISFIFO(os.fstat(0).st_mode):
        threading.Thread(target=_end_after_parent, args=(parent_ended, grace), daemon=True).start()
    return parent_ended


def _end_after_parent(parent_ended: threading.Event, grace: float) -> None:
    with suppress(OSError):
        # An empty read is end of file: the kernel has closed the parent's end of the pipe.
        while os.read(0, 4096):
            pass
    parent_ended.set()
    time.sleep(grace)
    # Unlike ``sys.exit`` this also ends the process while other threads are busy.
    os._exit(1)
