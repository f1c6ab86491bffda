"""Several web processes on one listening socket, and the one that looks after them.

The socket is opened once and handed on, so no visitor finds the door shut while processes come and
go: whoever waits in its queue is let in by whichever process is there. SIGHUP changes the crew: new
processes are started from what lies on the disk by then, and only when all of them serve are the
old ones told to end. SIGTERM and SIGINT end everything. A process that ends by itself is replaced.

Each process holds one end of a leash, a pair of sockets: over it it says that it serves, and by
its end it notices that nobody looks after it any more. ``manage.py serve --processes`` has both.
"""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

SERVES = b"!"

UP_WITHIN = 120.0
"""Seconds a new process may take until it serves."""

END_WITHIN = 30.0
"""Seconds a process told to end has: more than it gives requests and its worker."""

LONGEST_REST = 30.0
"""Seconds until a process that ends again and again is replaced."""


class Hand:
    """One process of the crew."""

    def __init__(self, process: asyncio.subprocess.Process, leash: socket.socket) -> None:
        self.process = process
        self._leash = leash

    async def comes_up(self) -> bool:
        """Whether it came to serve."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(UP_WITHIN):
                return await loop.sock_recv(self._leash, 1) == SERVES
        except (TimeoutError, OSError):
            return False

    async def end(self) -> None:
        """Ask it to end, and see that it does."""
        with contextlib.suppress(ProcessLookupError):
            self.process.terminate()
        try:
            await asyncio.wait_for(self.process.wait(), END_WITHIN)
        except TimeoutError:
            self.process.kill()
            await self.process.wait()
        self._leash.close()


class Crew:
    """``command`` starts one process; ``--leash`` and a number are added to it. ``when_ended`` is
    told the number of every process that is no more."""

    def __init__(
        self,
        command: Sequence[str],
        count: int,
        shared: Sequence[int] = (),
        say: Callable[[str], object] = print,
        when_ended: Callable[[int], object] = lambda _pid: None,
    ) -> None:
        self._command, self._count, self._shared, self._say = command, count, shared, say
        self._when_ended = when_ended
        self._hands: list[Hand] = []
        self._ending = asyncio.Event()
        self._changing = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def work(self, when_open: Callable[[], object] = lambda: None) -> bool:
        """Until told to end. False when the processes did not even come up."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._ending.set)
        loop.add_signal_handler(signal.SIGHUP, self._start_change)
        await self.change()
        if self._hands:
            when_open()
            await self._ending.wait()
        self._ending.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(hand.end() for hand in self._hands))
        return bool(self._hands)

    async def change(self) -> None:
        """Put new processes in the place of all there are. If they do not come up, those go on."""
        async with self._changing:
            fresh = [await self._launch() for _ in range(self._count)]
            if not all(await asyncio.gather(*(hand.comes_up() for hand in fresh))):
                if self._hands:
                    self._say("The new processes did not come up; the old ones go on")
                await asyncio.gather(*(hand.end() for hand in fresh))
                return
            old, self._hands = self._hands, fresh
            for hand in fresh:
                self._start(self._look_after(hand))
            if old:
                self._say(f"{len(fresh)} new processes serve; the old ones end")
            await asyncio.gather(*(self._dismiss(hand) for hand in old))

    async def _dismiss(self, hand: Hand) -> None:
        await hand.end()
        self._when_ended(hand.process.pid)

    async def _launch(self) -> Hand:
        ours, theirs = socket.socketpair()
        with theirs:
            number = theirs.fileno()
            command = [*self._command, "--leash", str(number)]
            process = await asyncio.create_subprocess_exec(
                *command, pass_fds=(*self._shared, number)
            )
        ours.setblocking(False)
        return Hand(process, ours)

    async def _look_after(self, hand: Hand) -> None:
        """Replace a process that ends though it belongs to the crew."""
        code, rest = await hand.process.wait(), 1.0
        while hand in self._hands and not self._ending.is_set():
            self._say(f"A web process ended ({code}); another one takes its place")
            self._when_ended(hand.process.pid)
            fresh = await self._launch()
            if await fresh.comes_up() and hand in self._hands:
                self._hands[self._hands.index(hand)] = fresh
                self._start(self._look_after(fresh))
                return
            await fresh.end()
            await asyncio.sleep(rest)
            rest = min(2 * rest, LONGEST_REST)

    def _start_change(self) -> None:
        self._start(self.change())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Leash:
    """The other end, in a process of the crew."""

    def __init__(self, number: int) -> None:
        self._socket = socket.socket(fileno=number)

    def say_serving(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.send(SERVES)

    def watch(self, when_loose: Callable[[], object]) -> None:
        """Have ``when_loose`` called when nobody holds the other end any more."""
        loop, number = asyncio.get_running_loop(), self._socket.fileno()

        def notice() -> None:
            loop.remove_reader(number)
            when_loose()

        loop.add_reader(number, notice)


def own_command(*arguments: str) -> list[str]:
    """This program again, as it is found on the disk when it is started."""
    return [sys.executable, os.path.abspath(sys.argv[0]), *arguments]
