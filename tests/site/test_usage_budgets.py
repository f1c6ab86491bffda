"""The budget of threads and sockets for each address, and how it refills."""

import asyncio
import threading
from collections.abc import Callable

import pytest
import uvloop

from scrabble_site.limits.fair_threads import (
    PAGE_CLASS,
    YIELD_THRESHOLD_SECONDS,
    FairSlots,
    FairThreadPool,
)
from scrabble_site.limits.usage_budget import UsageBudget
from tests.processes import PATIENCE
from tests.site.test_worker_restarts import run_in_thread

HERE = "192.0.2.77"
LoopFactory = Callable[[], asyncio.AbstractEventLoop]


def test_a_share_is_spent_by_work_and_refills() -> None:
    async def work() -> None:
        share = UsageBudget(10.0, 0.01)
        threads = FairThreadPool(2, share=share)

        def compute() -> None:
            end = threading.Event()
            for _ in range(200_000):
                end.is_set()

        for _ in range(3):
            await asyncio.wait_for(threads.run(PAGE_CLASS, HERE, compute), PATIENCE)
        await asyncio.wait_for(threads.run(PAGE_CLASS, HERE, lambda: None), PATIENCE)
        assert threads.count_waiting() == 0

    run_in_thread(work())


def test_a_share_that_refills_between_two_checks_is_noticed() -> None:
    """The share is used up at the first check, and restored when the timer is set."""

    class LateBudget(UsageBudget):
        def get_wait(self, address: str) -> float:
            return waits.pop(0) if waits else 0.0

    waits = [0.001]

    async def work() -> None:
        threads = FairThreadPool(2, share=LateBudget(1.0, 1.0))
        assert (
            await asyncio.wait_for(threads.run(PAGE_CLASS, HERE, lambda: "done"), PATIENCE)
            == "done"
        )

    run_in_thread(work())


@pytest.mark.parametrize("loop_factory", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_a_check_that_is_due_at_once_does_not_delay(loop_factory: LoopFactory) -> None:
    """uvloop's ``call_at`` returns no timer for a moment that has passed."""

    class ScriptedBudget(UsageBudget):
        def get_wait(self, address: str) -> float:
            return waits.pop(0) if waits else 0.0

    waits = [0.001, 0.0, 0.001, 0.0]

    async def work() -> None:
        turns = FairSlots(4, share=ScriptedBudget(1.0, 1.0))

        async def look() -> None:
            async with turns.hold(PAGE_CLASS, HERE):
                pass

        await asyncio.wait_for(asyncio.gather(look(), look(), look()), PATIENCE)
        assert turns.count_waiting() == 0

    with asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(work())


def test_a_slot_is_paid_for_when_it_is_assigned() -> None:
    """Otherwise several would be assigned before the first of them had been paid for."""
    now = 0.0

    async def work() -> None:
        turns = FairSlots(
            20, share=UsageBudget(0.001, 1.0, lambda: now), cost=YIELD_THRESHOLD_SECONDS / 4
        )

        async def hold_on() -> None:
            async with turns.hold(PAGE_CLASS, HERE):
                await asyncio.sleep(600)

        holders = [asyncio.create_task(hold_on()) for _ in range(9)]
        await asyncio.sleep(0)
        assert turns.count_waiting(HERE) == 5, "four of nine have used up what takes one thread"
        for holder in holders:
            holder.cancel()
        await asyncio.gather(*holders, return_exceptions=True)

    run_in_thread(work())
