"""A failing job of the worker is restarted; one that ends is not."""

import asyncio
import logging
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor

import pytest

from scrabble_site.server.worker_loops import run_with_restarts
from tests.processes import PATIENCE


def run_in_thread(work: Coroutine[None, None, None]) -> None:
    """Run in a separate thread, since the browser tests leave a running loop in this one."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        thread.submit(asyncio.run, work).result(timeout=2 * PATIENCE)


def test_a_job_that_fails_starts_again(caplog: pytest.LogCaptureFixture) -> None:
    starts = []

    async def fail_twice() -> None:
        starts.append(1)
        if len(starts) < 3:
            raise RuntimeError("out of tiles")

    with caplog.at_level(logging.ERROR):
        run_in_thread(run_with_restarts(fail_twice, first_rest=0.001))
    assert len(starts) == 3
    assert caplog.text.count("out of tiles") >= 2
