"""The worker's own threads: one each for the database, mail, pushes, advice and what has time, two
for thinking.

Views have their own (see ``scrabble_site.handler``), so a worker inside the web server never
makes a page wait for its queries. ``sync_to_async`` keeps the way back to the event loop open,
which the in-memory channel layer needs.
"""

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import close_old_connections

P = ParamSpec("P")
T = TypeVar("T")

_rows = ThreadPoolExecutor(max_workers=1, thread_name_prefix="worker-rows")
_mail = ThreadPoolExecutor(max_workers=1, thread_name_prefix="worker-mail")
_push = ThreadPoolExecutor(max_workers=1, thread_name_prefix="worker-push")
_thought = ThreadPoolExecutor(max_workers=2, thread_name_prefix="worker-thought")
_advice = ThreadPoolExecutor(max_workers=1, thread_name_prefix="worker-advice")
_leisure = ThreadPoolExecutor(
    max_workers=1, thread_name_prefix="worker-leisure", initializer=lambda: _step_back()
)
LOWEST_PRIORITY = 19


async def with_rows(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run database work in the thread that keeps the worker's connection."""
    return await sync_to_async(_healed, thread_sensitive=False, executor=_rows)(
        work, *args, **kwargs
    )


async def with_mail(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run what waits for mail servers, in a thread with a connection of its own."""
    return await sync_to_async(_healed, thread_sensitive=False, executor=_mail)(
        work, *args, **kwargs
    )


async def with_push(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The same for what waits for push services."""
    return await sync_to_async(_healed, thread_sensitive=False, executor=_push)(
        work, *args, **kwargs
    )


async def with_thought(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run something long that touches no database."""
    call = sync_to_async(work, thread_sensitive=False, executor=_thought)
    return await call(*args, **kwargs)


async def with_advice(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The same for those who ask for a hint: they never wait for games."""
    call = sync_to_async(work, thread_sensitive=False, executor=_advice)
    return await call(*args, **kwargs)


async def at_leisure(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The same for what nobody waits for: it gets what others leave of the processors."""
    call = sync_to_async(work, thread_sensitive=False, executor=_leisure)
    return await call(*args, **kwargs)


def _step_back() -> None:
    """On Linux a thread has a priority of its own."""
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST_PRIORITY)


def _healed(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """A connection that was lost is opened anew, as requests do for pages."""
    close_old_connections()
    return work(*args, **kwargs)
