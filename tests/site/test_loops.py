"""The worker's loops go on whatever fails, heal their connection, and say that they work."""

import asyncio
import logging

import pytest

from games.common.loops import Loops
from tests.site.test_supervise import run_apart


class Job:
    """Fails the first ``failures`` times; ``done`` is set after ``rounds`` rounds."""

    def __init__(self, failures: int, rounds: int) -> None:
        self.failures, self.rounds, self.begun = failures, rounds, 0
        self.done = asyncio.Event()

    async def __call__(self) -> None:
        self.begun += 1
        if self.begun >= self.rounds:
            self.done.set()
        if self.begun <= self.failures:
            raise ConnectionError("the database went away")


async def run_until_done(loops: Loops, job: Job) -> None:
    task = asyncio.create_task(loops.go_round("referee", job, 0.0))
    await asyncio.wait_for(job.done.wait(), 20)
    await asyncio.sleep(0)
    task.cancel()


def test_a_loop_that_fails_goes_on_and_tells_the_log_ever_more_rarely(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def work() -> None:
        await run_until_done(Loops(lambda _alive, _now: None), Job(failures=20, rounds=22))

    with caplog.at_level(logging.WARNING):
        run_apart(work())
    told = [one.getMessage() for one in caplog.records]
    assert [text for text in told if "Failed" in text] == [
        f"Failed {n} times in a row: the referee" for n in (1, 2, 4, 8, 16)
    ]
    assert told[-1] == "Works again after 20 failures: the referee"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("failures", "alive"), [(0, [{"referee"}]), (9, [])])
def test_only_a_loop_that_works_gives_a_sign(failures: int, alive: list[set[str]]) -> None:
    given: list[set[str]] = []

    async def work() -> None:
        loops = Loops(lambda names, _now: given.append(set(names)))
        await run_until_done(loops, Job(failures, rounds=3))
        await loops.give_signs()
        await loops.give_signs()

    run_apart(work())
    assert given == alive, "and each sign is given once"
