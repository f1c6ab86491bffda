"""Commands to rooms, duplicate and daily games that were received and not yet carried out.

On a busy server a command may wait: for a thread, for the room's lock, for the database. What
counts is when it arrived. So no one's time runs out, and no play becomes final, while a command
that came before that instant is waiting.

A process knows its own waiting commands. Those that wait for longer than a moment are noted in the
cache as well, for the referee and the other web processes; without Redis these learn of none.
"""

import asyncio
import re
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from threading import Lock
from typing import Any

from django.core.cache import cache

from games.common.request_arrivals import ARRIVAL

COMMAND_PATHS = re.compile(
    r"/r/(\w+)/(?:play|exchange|pass|challenge|accept|resign|abort|pause)"
    r"|/api/1/rooms/(\w+)/acts"
    r"|/duplicate/(\w+)/(?:submit|withdraw)"
    r"|/daily/([\w-]+/[\w-]+)/play",
    re.ASCII,
)
"""Paths of commands for which it matters when they arrived.

A group holds the room's code, or the day and the language of a daily game.
"""

NOTED_AFTER = 0.2
"""Seconds that a command waits before it is noted in the cache. Most are done by then."""

LONGEST_WAIT = 20.0
"""Seconds for which a command counts as waiting. Its process may have died."""

_lock = Lock()
_waiting: defaultdict[str, list[float]] = defaultdict(list)
"""Arrivals of this process's waiting commands, in seconds since the epoch, by room."""
_notes: set[asyncio.Task[None]] = set()
"""The tasks that keep notes in the cache."""


@contextmanager
def hold_command(scope: Any) -> Iterator[None]:
    """Count this request as waiting until the block ends, if it is a command to a room.

    Call it in the event loop, once the request's arrival is recorded.
    """
    found = COMMAND_PATHS.fullmatch(scope["path"]) if scope["method"] == "POST" else None
    if found is None:
        yield
        return
    with hold_noted_arrival(next(filter(None, found.groups())), scope["extensions"][ARRIVAL].at):
        yield


@contextmanager
def hold_noted_arrival(code: str, arrived: float) -> Iterator[None]:
    """Count a command as waiting until the block ends, also for other processes if that takes long.

    ``arrived`` is in seconds since the epoch. Call it in the event loop.
    """
    done = asyncio.Event()

    def begin_note() -> None:
        note = asyncio.create_task(_keep_note(code, arrived, done))
        _notes.add(note)  # the loop itself keeps no task alive
        note.add_done_callback(_notes.discard)

    waited = time.time() - arrived
    timer = asyncio.get_running_loop().call_later(max(0.0, NOTED_AFTER - waited), begin_note)
    try:
        with hold_arrival(code, arrived):
            yield
    finally:
        timer.cancel()
        done.set()


async def _keep_note(code: str, arrived: float, done: asyncio.Event) -> None:
    """Keep a command noted in the cache until it is done."""
    key = _build_key(code)
    while not await asyncio.to_thread(cache.add, key, arrived, LONGEST_WAIT):
        # The note of another command, most likely an earlier one, is there.
        with suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), NOTED_AFTER)
            return
    await done.wait()
    await asyncio.to_thread(cache.delete, key)


def _build_key(code: str) -> str:
    return f"waiting-command-{code}"


@contextmanager
def hold_arrival(code: str, arrived: float) -> Iterator[None]:
    """Count a command as waiting in this process until the block ends."""
    with _lock:
        _waiting[code].append(arrived)
    try:
        yield
    finally:
        with _lock:
            _waiting[code].remove(arrived)
            if not _waiting[code]:
                del _waiting[code]


def find_first_arrival(code: str, now: datetime) -> datetime | None:
    """Return when the first of a room's waiting commands arrived, or ``None`` if there is none."""
    with _lock:
        arrivals = list(_waiting.get(code, ()))
    if (noted := cache.get(_build_key(code))) is not None:
        arrivals.append(noted)
    recent = [at for at in arrivals if at > now.timestamp() - LONGEST_WAIT]
    return datetime.fromtimestamp(min(recent), UTC) if recent else None
