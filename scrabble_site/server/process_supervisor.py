"""A supervisor of several web processes that share one listening socket.

The socket is opened once and inherited, so no connection is refused while processes come and go:
connections in its backlog are accepted by any process that is up. SIGHUP replaces all processes:
new ones are started from the code on disk, and the old ones are stopped only when all new ones
serve. SIGTERM and SIGINT stop everything. A process that exits unasked is replaced.

Supervisor and process share a socket pair, the leash. Over it the process reports that it is ready,
and its closing shows the process that the supervisor is gone. ``manage.py serve --processes``
runs both sides.

Uvicorn's own process manager replaces workers one by one, so a failed upgrade leaves two releases
mixed, and its workers outlive a manager that is killed.
"""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

READY_BYTE = b"!"

STARTUP_TIMEOUT = 120.0
"""Seconds that a new process may take until it serves."""

STOP_TIMEOUT = 30.0
"""Seconds until a process that was told to stop is killed. This is longer than the process itself
waits for its requests and its worker."""

MAX_RESTART_DELAY = 30.0
"""Longest pause, in seconds, before replacing a process that keeps exiting."""


class ChildProcess:
    """One supervised web process."""

    def __init__(self, process: asyncio.subprocess.Process, leash: socket.socket) -> None:
        self.process = process
        self._leash = leash

    async def wait_until_ready(self) -> bool:
        """Wait until the process reports that it serves. Returns ``False`` if it does not."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(STARTUP_TIMEOUT):
                return await loop.sock_recv(self._leash, 1) == READY_BYTE
        except (TimeoutError, OSError):
            return False

    async def end(self) -> None:
        """Ask the process to exit, and kill it after :data:`STOP_TIMEOUT`."""
        with contextlib.suppress(ProcessLookupError):
            self.process.terminate()
        try:
            await asyncio.wait_for(self.process.wait(), STOP_TIMEOUT)
        except TimeoutError:
            self.process.kill()
            await self.process.wait()
        self._leash.close()


class ProcessSupervisor:
    """Starts, replaces and stops the web processes.

    ``command`` starts one process; ``--leash`` and a file descriptor are appended to it. ``shared``
    are the file descriptors that the processes inherit. ``on_exit`` is called with the PID of every
    process that is gone.
    """

    def __init__(
        self,
        command: Sequence[str],
        count: int,
        shared: Sequence[int] = (),
        say: Callable[[str], object] = print,
        on_exit: Callable[[int], object] = lambda _pid: None,
    ) -> None:
        self._command, self._count, self._shared, self._say = command, count, shared, say
        self._when_ended = on_exit
        self._children: list[ChildProcess] = []
        self._ending = asyncio.Event()
        self._changing = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def work(self, on_open: Callable[[], object] = lambda: None) -> bool:
        """Supervise until told to stop. Returns ``False`` if the processes never came up."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._ending.set)
        loop.add_signal_handler(signal.SIGHUP, self._start_change)
        await self.change()
        if self._children:
            on_open()
            await self._ending.wait()
        self._ending.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(child.end() for child in self._children))
        return bool(self._children)

    async def change(self) -> None:
        """Replace all processes by new ones. If the new ones do not come up, the old ones stay."""
        async with self._changing:
            fresh = [await self._launch() for _ in range(self._count)]
            if not all(await asyncio.gather(*(child.wait_until_ready() for child in fresh))):
                if self._children:
                    self._say("The new processes did not start; the old ones keep running")
                await asyncio.gather(*(child.end() for child in fresh))
                return
            # Swap before stopping the old ones, so that _restart_when_ended does not replace them.
            old, self._children = self._children, fresh
            for child in fresh:
                self._start(self._restart_when_ended(child))
            if old:
                self._say(f"{len(fresh)} new processes are serving; the old ones are stopping")
            await asyncio.gather(*(self._dismiss(child) for child in old))

    async def _dismiss(self, child: ChildProcess) -> None:
        await child.end()
        self._when_ended(child.process.pid)

    async def _launch(self) -> ChildProcess:
        ours, theirs = socket.socketpair()
        # Close our copy of the child's end, so that the end of the child closes the connection.
        with theirs:
            number = theirs.fileno()
            command = [*self._command, "--leash", str(number)]
            process = await asyncio.create_subprocess_exec(
                *command, pass_fds=(*self._shared, number)
            )
        ours.setblocking(False)
        return ChildProcess(process, ours)

    async def _restart_when_ended(self, child: ChildProcess) -> None:
        """Wait for a process, and replace it if it exits while it should be serving."""
        code, rest = await child.process.wait(), 1.0
        while child in self._children and not self._ending.is_set():
            self._say(f"A web process ended ({code}); starting another")
            self._when_ended(child.process.pid)
            fresh = await self._launch()
            if await fresh.wait_until_ready() and child in self._children:
                self._children[self._children.index(child)] = fresh
                self._start(self._restart_when_ended(fresh))
                return
            await fresh.end()
            await asyncio.sleep(rest)
            rest = min(2 * rest, MAX_RESTART_DELAY)

    def _start_change(self) -> None:
        self._start(self.change())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class SupervisorLink:
    """The child's end of the leash."""

    def __init__(self, number: int) -> None:
        self._socket = socket.socket(fileno=number)

    def report_ready(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.send(READY_BYTE)

    def watch(self, on_orphaned: Callable[[], object]) -> None:
        """Call ``on_orphaned`` once the supervisor's end is closed."""
        loop, number = asyncio.get_running_loop(), self._socket.fileno()

        def notice() -> None:
            loop.remove_reader(number)
            on_orphaned()

        loop.add_reader(number, notice)


def build_own_command(*arguments: str) -> list[str]:
    """Return the command line that starts this program again with other arguments."""
    return [sys.executable, os.path.abspath(sys.argv[0]), *arguments]
