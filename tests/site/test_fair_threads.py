"""Who gets a thread: kinds take weighted turns, and no address has more than half of anything."""

import asyncio
import threading
from collections import Counter

import pytest

from scrabble_site.limits.fair_threads import (
    COMMAND_CLASS,
    MAX_YIELD_SECONDS,
    MOVE_CLASS,
    PAGE_CLASS,
    YIELD_THRESHOLD_SECONDS,
    AtCapacityError,
    FairSlots,
    FairThreadPool,
)
from scrabble_site.limits.usage_budget import UsageBudget
from tests.processes import PATIENCE
from tests.site.test_worker_restarts import run_in_thread

HERE, THERE = "192.0.2.77", "192.0.2.78"


async def order_of(asked: list[tuple[str, str, str]], cancelled: int = -1) -> list[str]:
    """Return the order in which one busy thread runs the requests.

    Each entry has a kind, an address and a name. ``cancelled`` is the number of an entry to cancel.
    """
    order: list[str] = []
    asked_all = threading.Event()
    threads = FairThreadPool(1)
    busy = asyncio.create_task(threads.run(PAGE_CLASS, HERE, asked_all.wait, PATIENCE))
    await asyncio.sleep(0)
    tasks = []
    for kind, address, name in asked:
        tasks.append(asyncio.create_task(threads.run(kind, address, order.append, name)))
        await asyncio.sleep(0)
    if cancelled >= 0:
        tasks[cancelled].cancel()
    asked_all.set()
    await asyncio.gather(busy, *tasks, return_exceptions=True)
    assert threads.count_waiting() == 0
    return order


def test_kinds_and_addresses_take_turns() -> None:
    asked = [(PAGE_CLASS, HERE, f"page {n}") for n in range(3)]
    asked += [
        (PAGE_CLASS, THERE, "their page"),
        (COMMAND_CLASS, HERE, "deed 1"),
        (COMMAND_CLASS, HERE, "deed 2"),
    ]
    asked += [(COMMAND_CLASS, THERE, "their deed"), (MOVE_CLASS, THERE, "move")]

    async def work() -> None:
        order = await order_of(asked, cancelled=1)
        assert order[0] == "move"
        acts, pages = ["deed 1", "their deed", "deed 2"], ["page 0", "their page", "page 2"]
        assert [one for one in order if one in acts] == acts
        assert [one for one in order if one in pages] == pages
        assert order.index("deed 1") < order.index("page 0") < order.index("deed 2")

    run_in_thread(work())


def test_no_kind_of_work_starves_another() -> None:
    asked = [
        (kind, f"192.0.2.{n}", kind) for n in range(60) for kind in (MOVE_CLASS, COMMAND_CLASS)
    ]
    asked += [(PAGE_CLASS, THERE, PAGE_CLASS)] * 10

    async def work() -> None:
        order = await order_of(asked)
        first = Counter(order[:33])
        assert first[MOVE_CLASS] > first[COMMAND_CLASS] > first[PAGE_CLASS] >= 5, first

    run_in_thread(work())


def test_one_address_gets_half_of_the_threads() -> None:
    """All kinds together. Everything but moves leaves one thread free for moves."""

    async def work() -> None:
        threads, ends = FairThreadPool(4), [asyncio.Event() for _ in range(9)]
        loop, begun = asyncio.get_running_loop(), list[int]()
        starts = threading.Semaphore(0)

        def wait(number: int) -> None:
            begun.append(number)
            starts.release()
            asyncio.run_coroutine_threadsafe(ends[number].wait(), loop).result()

        tasks = [asyncio.create_task(threads.run(COMMAND_CLASS, HERE, wait, n)) for n in (0, 1)]
        tasks += [
            asyncio.create_task(threads.run(kind, HERE, wait, 2))
            for kind in (PAGE_CLASS, MOVE_CLASS)
        ]
        tasks += [
            asyncio.create_task(threads.run(PAGE_CLASS, f"192.0.2.{n}", wait, n)) for n in (3, 4)
        ]
        tasks += [asyncio.create_task(threads.run(COMMAND_CLASS, THERE, wait, 5))]
        await asyncio.sleep(0)
        await threads.run(MOVE_CLASS, THERE, lambda: None)
        for _ in range(3):
            assert await asyncio.to_thread(starts.acquire, timeout=PATIENCE)
        assert sorted(begun) == [0, 1, 3], "of one address no more than half"
        for end in ends:
            end.set()
        await asyncio.gather(*tasks)
        assert sorted(begun) == [0, 1, 2, 2, 3, 4, 5]

    run_in_thread(work())


def test_moves_get_half_of_the_threads() -> None:
    async def work() -> None:
        threads, end, begun = FairThreadPool(4), threading.Event(), threading.Semaphore(0)

        def move() -> None:
            begun.release()
            assert end.wait(PATIENCE)

        people = (f"192.0.2.{n}" for n in range(3))
        tasks = [asyncio.create_task(threads.run(MOVE_CLASS, one, move)) for one in people]
        await asyncio.sleep(0)
        assert await asyncio.to_thread(lambda: begun.acquire() and begun.acquire())
        assert threads.count_waiting() == 1
        await threads.run(COMMAND_CLASS, HERE, lambda: None)
        await threads.run(PAGE_CLASS, HERE, lambda: None)
        assert threads.count_waiting() == 1
        end.set()
        await asyncio.gather(*tasks)

    run_in_thread(work())


def test_one_address_gets_half_of_the_queue() -> None:
    async def work() -> None:
        turns, done = FairSlots(1, places=4), asyncio.Event()

        async def hold(address: str) -> None:
            async with turns.hold(COMMAND_CLASS, address):
                await done.wait()

        tasks = [asyncio.create_task(hold(HERE)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(AtCapacityError):
            await hold(HERE)
        tasks += [asyncio.create_task(hold(THERE)) for _ in range(2)]
        await asyncio.sleep(0)
        assert turns.count_waiting() == 4
        with pytest.raises(AtCapacityError):
            await hold("192.0.2.79")
        done.set()
        await asyncio.gather(*tasks)
        assert turns.count_waiting() == 0

    run_in_thread(work())


def test_an_address_that_has_used_its_share_waits_while_others_run() -> None:
    """Its moves run at once. Its page runs when its share is back, even if no other work ends."""

    async def work() -> None:
        now = 100.0
        share = UsageBudget(0.5, 1.0, lambda: now)
        turns = FairSlots(4, share=share)
        share.spend(HERE, 3.0)
        assert share.get_wait(HERE) == 4.0
        assert not share.get_wait(THERE)

        async def hold(kind: str, address: str) -> None:
            async with turns.hold(kind, address):
                pass

        waiting = asyncio.create_task(hold(PAGE_CLASS, HERE))
        await asyncio.sleep(0)
        await hold(PAGE_CLASS, THERE)
        await hold(MOVE_CLASS, HERE)
        assert turns.count_waiting() == 1
        now = 104.1
        turns._on_alarm()
        await asyncio.wait_for(waiting, PATIENCE)

    run_in_thread(work())


def test_a_heavy_address_yields_to_others() -> None:
    """It waits while others are working in any pool, but not forever."""

    async def work() -> None:
        now, at_work = 100.0, Counter[str]()
        share = UsageBudget(0.001, 1.0, lambda: now)
        turns = FairSlots(4, share=share, at_work=at_work)
        elsewhere = FairSlots(4, at_work=at_work)
        share.spend(HERE, 2 * YIELD_THRESHOLD_SECONDS)

        async def look(address: str) -> None:
            async with turns.hold(PAGE_CLASS, address):
                pass

        for place in (turns, elsewhere):
            async with place.hold(PAGE_CLASS, THERE):
                waiting = asyncio.create_task(look(HERE))
                await asyncio.sleep(0)
                await look("192.0.2.79")
                assert turns.count_waiting() == 1
            await asyncio.wait_for(waiting, PATIENCE)
        async with turns.hold(PAGE_CLASS, THERE):
            waiting = asyncio.create_task(look(HERE))
            await asyncio.sleep(0)
            now += MAX_YIELD_SECONDS
            await asyncio.wait_for(waiting, PATIENCE)
        assert not at_work

    run_in_thread(work())


def test_long_waits_do_not_delay_short_ones() -> None:
    async def work() -> None:
        share = UsageBudget(0.01, 1.0)
        turns = FairSlots(4, share=share)
        share.spend(HERE, 2.0)
        share.spend(THERE, 1.001)

        async def look(address: str) -> None:
            async with turns.hold(PAGE_CLASS, address):
                pass

        long = asyncio.create_task(look(HERE))
        await asyncio.sleep(0)
        await asyncio.wait_for(look(THERE), PATIENCE)
        assert not long.done()
        long.cancel()

    run_in_thread(work())


def test_a_heavy_address_gets_one_thread() -> None:
    async def work() -> None:
        share = UsageBudget(0.001, 1.0)
        turns = FairSlots(4, share=share)

        async def look() -> None:
            async with turns.hold(PAGE_CLASS, HERE):
                pass

        async with turns.hold(PAGE_CLASS, HERE):
            await look()
            share.spend(HERE, 2 * YIELD_THRESHOLD_SECONDS)
            waiting = asyncio.create_task(look())
            await asyncio.sleep(0)
            assert turns.count_waiting() == 1
        await asyncio.wait_for(waiting, PATIENCE)

    run_in_thread(work())
