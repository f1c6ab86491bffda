"""How long pages were hidden, as they report when they are visible again.

Reports are collected for a second and then passed to the registered listeners together.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import NamedTuple
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async

from games.live.failures import log_failures
from games.live.topics import Topic

SOON = 1.0
"""Seconds for which absences are collected before the listeners get them."""
MAX_NOTED = 20
"""Absences kept per viewer and topic in one batch; more would add nothing new."""


class Absence(NamedTuple):
    """One stretch of time for which a page of ``viewer`` was hidden."""

    viewer: str
    # Unix time in milliseconds at which the page was visible again.
    until: int
    # Milliseconds.
    length: int


AbsencesByTopic = Mapping[Topic, list[Absence]]

_listeners: list[Callable[[AbsencesByTopic], object]] = []
# Per event loop, because tests run several in one process.
_recorded: "WeakKeyDictionary[asyncio.AbstractEventLoop, dict[Topic, list[Absence]]]" = (
    WeakKeyDictionary()
)
_tasks: set[asyncio.Task[None]] = set()


def add_absence_listener(listener: Callable[[AbsencesByTopic], object]) -> None:
    """Register a listener for absences. Call it when the apps are ready.

    The listener runs in a thread and may query the database.
    """
    _listeners.append(listener)


def note_absence(topic: Topic, viewer: str, length: int) -> None:
    """Record that a viewer's page was hidden for ``length`` milliseconds; ignore unknown viewers.

    Must be called on the event loop.
    """
    if not viewer:
        return
    loop = asyncio.get_running_loop()
    if loop not in _recorded:
        _recorded[loop] = defaultdict(list)
        task = asyncio.create_task(_deliver_soon(loop))
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)
    noted = _recorded[loop][topic]
    if sum(absence.viewer == viewer for absence in noted) < MAX_NOTED:
        noted.append(Absence(viewer, time.time_ns() // 1_000_000, length))


async def _deliver_soon(loop: asyncio.AbstractEventLoop) -> None:
    await asyncio.sleep(SOON)
    recorded = _recorded.pop(loop)
    for listener in _listeners:
        with log_failures("Could not pass on which pages were hidden"):
            await database_sync_to_async(listener)(recorded)
