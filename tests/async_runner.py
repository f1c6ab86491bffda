"""Runs async code, even while a browser's event loop occupies the main thread."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


class StoppedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time stands still; only a test moves ``now``, in seconds."""

    now = 0.0

    def time(self) -> float:
        return self.now


def run(
    work: Coroutine[Any, Any, T],
    loop_factory: Callable[[], asyncio.AbstractEventLoop] | None = None,
) -> T:
    """Run ``work`` to its end on an event loop in a separate thread, and return its result."""

    def run_here() -> T:
        with asyncio.Runner(loop_factory=loop_factory) as runner:
            return runner.run(work)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(run_here).result()
