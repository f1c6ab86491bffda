"""A failing worker starts again; one that ends stays ended."""

import logging

import pytest

from scrabble_site.supervise import keep_running


async def test_a_job_that_fails_starts_again(caplog: pytest.LogCaptureFixture) -> None:
    starts = []

    async def fail_twice() -> None:
        starts.append(1)
        if len(starts) < 3:
            raise RuntimeError("out of tiles")

    with caplog.at_level(logging.ERROR):
        await keep_running(fail_twice, first_rest=0.001)
    assert len(starts) == 3
    assert caplog.text.count("out of tiles") >= 2
