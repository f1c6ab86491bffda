"""Real processes under test: started, waited for, stopped, with their output kept in a file."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

START_LIMIT = 60.0
"""Seconds a process may take until it is ready."""
POLL = 0.03


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def accepts_connections(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def wait_until(
    condition: Callable[[], bool], what: str, limit: float = START_LIMIT, poll: float = POLL
) -> None:
    """Returns as soon as ``condition`` holds; fails after ``limit`` seconds."""
    end = time.monotonic() + limit
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"waited {limit:.0f} s in vain: {what}")
        time.sleep(poll)


class Process:
    """One program that can be stopped, killed and started again; ``log`` grows over all starts."""

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
    ) -> None:
        self.name = name
        self.command = list(command)
        self.log = log
        self.ready = ready
        self.env = dict(env or minimal_env())
        self.user = user
        self.stop_signal = stop_signal
        self._child: subprocess.Popen[bytes] | None = None

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
        """Starts without waiting; :meth:`wait_ready` waits. Does nothing when it runs."""
        if self.running:
            return
        with self.log.open("ab") as log:
            self._child = subprocess.Popen(
                self.command,
                env=self.env,
                cwd="/" if self.user else Path(__file__).parent.parent,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                user=self.user,
                group=self.user,
                extra_groups=[] if self.user else None,
            )

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

    def stop(self, limit: float = 20.0) -> int:
        """Asks it to end and waits for that; returns its exit code (0 when it never ran)."""
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
        """Ends it at once, as a crash would, with all that it started."""
        if self._child is not None and self.running:
            os.killpg(self._child.pid, signal.SIGKILL)
            self._child.wait()

    def log_text(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def log_tail(self, lines: int = 40) -> str:
        return "\n".join(self.log_text().splitlines()[-lines:])


def minimal_env() -> dict[str, str]:
    """As little of the developer's environment as a program needs."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    return kept | {"LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1"}
