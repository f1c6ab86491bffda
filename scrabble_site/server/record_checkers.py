"""Threads that check game records, separate from those that serve pages.

An upload waits for one of them on the event loop, and addresses take turns. If no thread is free in
time, the upload runs in an ordinary thread, which only answers that the server is busy.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from time import perf_counter
from typing import Any

from django.conf import settings

from games.uploads.services.record_inspection import refuse_checks
from scrabble_site.limits.fair_threads import COMMAND_CLASS, FairThreadPool
from scrabble_site.limits.usage_budget import UsageBudget

WAIT_TIMEOUT = 10.0
"""Seconds that an upload waits for a thread."""

SHARE = (0.5, 4.0)
"""Seconds of thread time for the records of one address: per second, and in a burst. A school class
uploads the games of a lesson together."""

RunInThread = Callable[..., Awaitable[Any]]


class RecordCheckerPool:
    """``count`` threads, at most half of them for one address."""

    def __init__(self, count: int) -> None:
        share = UsageBudget(*SHARE) if settings.LIMITS_ENABLED else None
        self._threads = FairThreadPool(count, "checker", kept=0, share=share, clock=perf_counter)

    async def respond(
        self, address: str, run: RunInThread, work: Callable[..., Any], *args: Any
    ) -> tuple[Any, RunInThread]:
        """Return the response of ``work``, and the function that runs the steps of a streaming one.

        ``run`` runs a function in an ordinary thread.
        """
        check = partial(self._threads.run, COMMAND_CLASS, address)
        try:
            return await check(work, *args, patience=WAIT_TIMEOUT), check
        except TimeoutError:
            return await run(_run_refused, work, *args), check


def _run_refused(work: Callable[..., Any], *args: Any) -> Any:
    with refuse_checks():
        return work(*args)
