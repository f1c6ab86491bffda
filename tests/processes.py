"""Real processes under test: start them, wait for them, stop them, keep their output in a file."""

import fcntl
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Protocol
from weakref import WeakSet

START_LIMIT = 120.0
"""Seconds a process may take until it is ready, and the default of :func:`wait_until`."""
PATIENCE = 60.0 if os.environ.get("CI") else 30.0
"""Seconds that any wait of a test may last; generous, since it only delays failures."""
POLL = 0.03
_KEPT = re.compile("PATH|HOME|TMPDIR|LD_PRELOAD|FAKETIME.*|(DONT|NO)_FAKE_.*")
PORTS = range(20_000, 32_000)
"""The ports of processes under test. The kernel gives higher ones to outgoing connections, which
would take them before the process listens."""


def find_free_port() -> int:
    """Return a port that nothing uses.

    The next calls return others, in whichever process of this user they are made.
    """
    name = Path(tempfile.gettempdir(), f"tileroom-ports-{os.getuid()}")
    with os.fdopen(os.open(name, os.O_RDWR | os.O_CREAT, 0o600), "r+") as counter:
        fcntl.flock(counter, fcntl.LOCK_EX)
        numbers = count(int(counter.read() or 0) + 1)
        number = next(one for one in numbers if _can_bind(PORTS[one % len(PORTS)]))
        counter.seek(0)
        counter.write(str(number))
    return PORTS[number % len(PORTS)]


def _can_bind(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def accepts_connections(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def wait_until(
    condition: Callable[[], bool], what: str, limit: float = START_LIMIT, poll: float = POLL
) -> None:
    """Return as soon as ``condition`` holds. Raises ``AssertionError`` after ``limit`` seconds.

    It waits for ``poll`` seconds between two looks, or as long as a look takes if that is longer.
    """
    asked = time.monotonic()
    end = asked + limit
    while not condition():
        now = time.monotonic()
        if now > end:
            raise AssertionError(f"waited {limit:.0f} s in vain: {what}")
        time.sleep(max(poll, now - asked))
        asked = time.monotonic()


def list_children(pid: int) -> list[int]:
    """Return the processes that the main thread of a process has started and that still run."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [child for child in map(int, listed.split()) if is_running(child)]


def is_running(pid: int) -> bool:
    """Return whether a process runs; one that ended and was not waited for does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


class RunningProgram(Protocol):
    """The part of ``subprocess.Popen`` that :class:`Process` uses."""

    pid: int

    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, number: int, /) -> None: ...


class Process:
    """A program that can be stopped, killed and restarted.

    ``log`` keeps the output of all its runs. If this process ends first, however it does, the
    program gets ``death_signal``.
    """

    made: "WeakSet[Process]" = WeakSet()

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        log: Path,
        ready: Callable[[], bool],
        *,
        env: Mapping[str, str] | None = None,
        user: str | None = None,
        stop_signal: signal.Signals = signal.SIGTERM,
        death_signal: signal.Signals = signal.SIGKILL,
    ) -> None:
        self.name = name
        self.command = list(command)
        self.log = log
        self.ready = ready
        self.env = dict(env or minimal_env())
        self.user = user
        self.stop_signal = stop_signal
        self.death_signal = death_signal
        self._child: RunningProgram | None = None
        self.made.add(self)

    def __repr__(self) -> str:
        return f"<{self.name} {'running' if self.running else 'stopped'}>"

    @property
    def running(self) -> bool:
        return self._child is not None and self._child.poll() is None

    @property
    def pid(self) -> int:
        assert self._child is not None, f"{self.name} was never started"
        return self._child.pid

    def launch(self) -> None:
        """Start without waiting; :meth:`wait_ready` waits.

        Does nothing if the process is running.
        """
        if not self.running:
            self._child = self._run()

    def _run(self) -> RunningProgram:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [*self._tie(), *self.command],
                env=self.env,
                cwd="/" if self.user else Path(__file__).parent.parent,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                # A process group of its own lets kill() reach the children as well.
                start_new_session=True,
                user=self.user,
                group=self.user,
                extra_groups=[] if self.user else None,
            )

    def _tie(self) -> list[str]:
        """Return what precedes the command to let it end with this process."""
        # The signal comes when the thread ends that has started the program.
        if threading.current_thread() is threading.main_thread() and shutil.which("setpriv"):
            return ["setpriv", "--pdeathsig", self.death_signal.name.removeprefix("SIG"), "--"]
        return []

    def wait_ready(self) -> None:
        def is_ready() -> bool:
            if not self.running:
                raise AssertionError(f"{self.name} ended while starting:\n{self.log_tail()}")
            return self.ready()

        try:
            wait_until(is_ready, f"{self.name} to be ready")
        except AssertionError:
            self.kill()
            raise

    def start(self) -> None:
        self.launch()
        self.wait_ready()

    def stop(self, limit: float = 60.0) -> int:
        """Ask the process to end, wait for it, and return its exit code (0 if it never ran)."""
        if self._child is None:
            return 0
        if self.running:
            self._child.send_signal(self.stop_signal)
        try:
            return self._child.wait(limit)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(
                f"{self.name} did not end within {limit:.0f} s:\n{self.log_tail()}"
            ) from None

    def kill(self) -> None:
        """Kill the process and all its children at once, as a crash would."""
        if self._child is not None and self.running:
            os.killpg(self._child.pid, signal.SIGKILL)
            self._child.wait()

    def log_text(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def log_tail(self, lines: int = 40) -> str:
        return "\n".join(self.log_text().splitlines()[-lines:])


def list_processes() -> list[Process]:
    """Return the processes that tests still hold, in the order of their names."""
    return sorted(Process.made, key=lambda process: (process.log.parent.name, process.name))


def minimal_env() -> dict[str, str]:
    """Return the few variables that a program needs from the developer's environment.

    A clock moved by ``faketime`` is moved for the program as well.
    """
    kept = {name: value for name, value in os.environ.items() if _KEPT.fullmatch(name)}
    return kept | {"LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1"}
