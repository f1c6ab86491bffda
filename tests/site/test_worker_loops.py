"""The worker's loops survive failures, repair their connection, and report that they work."""

import asyncio
import logging

import pytest

from games.common.job_loops import JobLoops
from tests.processes import PATIENCE
from tests.site.test_worker_restarts import run_in_thread


class FailingJob:
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


async def run_until_done(loops: JobLoops, job: FailingJob) -> None:
    task = asyncio.create_task(loops.run_forever("referee", job, 0.0))
    await asyncio.wait_for(job.done.wait(), PATIENCE)
    await asyncio.sleep(0)
    task.cancel()


def test_a_failing_loop_continues_and_logs_less_and_less_often(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def work() -> None:
        await run_until_done(
            JobLoops(lambda _alive, _now: None), FailingJob(failures=20, rounds=22)
        )

    with caplog.at_level(logging.WARNING):
        run_in_thread(work())
    messages = [one.getMessage() for one in caplog.records]
    assert [text for text in messages if "Failed" in text] == [
        f"Failed {n} times in a row: the referee" for n in (1, 2, 4, 8, 16)
    ]
    assert messages[-1] == "Works again after 20 failures: the referee"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("failures", "alive"), [(0, [{"referee"}]), (9, [])])
def test_only_a_working_loop_sends_a_heartbeat(failures: int, alive: list[set[str]]) -> None:
    given: list[set[str]] = []

    async def work() -> None:
        loops = JobLoops(lambda names, _now: given.append(set(names)))
        await run_until_done(loops, FailingJob(failures, rounds=3))
        await loops.report_loops()
        await loops.report_loops()

    run_in_thread(work())
    assert given == alive, "and each sign is given once"
