"""A failing worker starts again; one that ends stays ended."""

import asyncio
import logging
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor

import pytest

from scrabble_site.supervise import keep_running


def run_apart(work: Coroutine[None, None, None]) -> None:
    """In a thread of its own: the browser tests leave a running loop in this one."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        thread.submit(asyncio.run, work).result(timeout=30)


def test_a_job_that_fails_starts_again(caplog: pytest.LogCaptureFixture) -> None:
    starts = []

    async def fail_twice() -> None:
        starts.append(1)
        if len(starts) < 3:
            raise RuntimeError("out of tiles")

    with caplog.at_level(logging.ERROR):
        run_apart(keep_running(fail_twice, first_rest=0.001))
    assert len(starts) == 3
    assert caplog.text.count("out of tiles") >= 2
