"""Ends an interrupted test run together with everything it has started.

Ctrl+C and SIGTERM end the test and run what closes its fixtures. The same happens when a process of
``TEST_RUN_PIDS`` has ended, such as the script that runs the parts of all tests: no one waits for
this run any more. If closing takes too long, this process is killed. Whatever it has started ends
with it: see :attr:`tests.processes.Process.death_signal` and :mod:`tests.fork_server`; Playwright's
driver ends with its standard input, and Chromium with the driver.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from types import FrameType

import pytest

from tests.processes import is_running

GRACE = 8.0
"""Seconds for closing sites, stores and browsers."""

_ending = threading.Event()


def handle_signals() -> None:
    """Let this run end as described above.

    A shell's background jobs ignore Ctrl+C, and programs under nohup the end of the terminal. The
    programs that tests start would inherit that, so it is undone.
    """
    handlers: dict[int, Callable[[int, FrameType | None], object] | signal.Handlers] = {
        signal.SIGINT: signal.default_int_handler,
        signal.SIGQUIT: signal.SIG_DFL,
        signal.SIGHUP: _ignore,
    }
    for number, handler in handlers.items():
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, handler)
    signal.signal(signal.SIGTERM, _end_run)
    if pids := [int(pid) for pid in os.environ.get("TEST_RUN_PIDS", "").split()]:
        threading.Thread(target=_watch, args=(pids,), daemon=True).start()


def pytest_configure() -> None:
    handle_signals()


@pytest.hookimpl(tryfirst=True)
def pytest_keyboard_interrupt() -> None:
    """Limit the time for closing after Ctrl+C, too."""
    if not _ending.is_set():
        _arm()


def _ignore(*_: object) -> None:
    """Handle a signal without effect: unlike ``SIG_IGN``, programs do not inherit this."""


def _end_run(*_: object) -> None:
    if not _ending.is_set():
        _arm()
        raise KeyboardInterrupt


def _arm() -> None:
    """Kill this process after a while, whatever it is doing."""
    _ending.set()
    killing = threading.Timer(GRACE, os.kill, (os.getpid(), signal.SIGKILL))
    killing.daemon = True
    killing.start()


def _watch(pids: Sequence[int]) -> None:
    while all(map(is_running, pids)):
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)
    # The main thread may be in a long calculation, which no signal interrupts.
    time.sleep(GRACE)
    os.kill(os.getpid(), signal.SIGKILL)
