"""The worker's thread pools: one thread each for the database, heartbeats, mail, pushes, hints and
idle work, and two for the engine.

Views have their own threads (see ``scrabble_site.server.handler``), so a worker inside the web
server never makes a page wait for its queries. ``sync_to_async`` keeps the way back to the event
loop open, which the in-memory channel layer needs.
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
_heart = ThreadPoolExecutor(max_workers=1, thread_name_prefix="worker-heart")
_mail = ThreadPoolExecutor(max_workers=1, thread_name_prefix="worker-mail")
_push = ThreadPoolExecutor(max_workers=1, thread_name_prefix="worker-push")
_thought = ThreadPoolExecutor(max_workers=2, thread_name_prefix="worker-thought")
_advice = ThreadPoolExecutor(max_workers=1, thread_name_prefix="worker-advice")
_leisure = ThreadPoolExecutor(
    max_workers=1, thread_name_prefix="worker-leisure", initializer=lambda: _lower_priority()
)
LOWEST_PRIORITY = 19


async def run_in_database_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run database work in the thread that keeps the worker's database connection."""
    return await sync_to_async(_with_fresh_connection, thread_sensitive=False, executor=_rows)(
        work, *args, **kwargs
    )


async def run_in_heartbeat_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run database work that must not wait for the worker's, in a thread with its own connection.

    A heartbeat behind slow work would look like an outage.
    """
    return await sync_to_async(_with_fresh_connection, thread_sensitive=False, executor=_heart)(
        work, *args, **kwargs
    )


async def run_in_mail_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run work that waits for mail servers, in a thread with its own database connection."""
    return await sync_to_async(_with_fresh_connection, thread_sensitive=False, executor=_mail)(
        work, *args, **kwargs
    )


async def run_in_push_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run work that waits for push services, in a thread with its own database connection."""
    return await sync_to_async(_with_fresh_connection, thread_sensitive=False, executor=_push)(
        work, *args, **kwargs
    )


async def run_in_engine_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a long computation that does not use the database."""
    call = sync_to_async(work, thread_sensitive=False, executor=_thought)
    return await call(*args, **kwargs)


async def run_in_hint_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run the computation of a hint; hints never wait behind the computer players' games."""
    call = sync_to_async(work, thread_sensitive=False, executor=_advice)
    return await call(*args, **kwargs)


async def run_in_idle_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a computation that no one waits for, at the lowest priority."""
    call = sync_to_async(work, thread_sensitive=False, executor=_leisure)
    return await call(*args, **kwargs)


def _lower_priority() -> None:
    """Lower the priority of this thread alone, which Linux allows."""
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST_PRIORITY)


def _with_fresh_connection(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Reconnect if the connection was lost, as Django does at the start of each request."""
    close_old_connections()
    return work(*args, **kwargs)
