"""Who gets a thread: moves first, then other commands, then pages, and every address in turn."""

import asyncio
import threading

from scrabble_site.lanes import COMMAND, MOVE, PAGE, FairThreads
from tests.site.test_supervise import run_apart

HERE, THERE = "192.0.2.77", "192.0.2.78"


def test_moves_come_first_and_commands_before_pages_and_addresses_in_turn() -> None:
    """One thread works while the others' work is asked for; then everybody gets a turn."""
    order: list[str] = []
    asked_all = threading.Event()

    async def work() -> None:
        threads = FairThreads(1)
        busy = asyncio.create_task(threads.run(PAGE, HERE, asked_all.wait, 20))
        await asyncio.sleep(0)
        asked = [(PAGE, HERE, f"page {n}") for n in range(3)]
        asked += [(PAGE, THERE, "their page"), (COMMAND, HERE, "deed 1"), (COMMAND, HERE, "deed 2")]
        asked += [(COMMAND, THERE, "their deed"), (MOVE, THERE, "move")]
        tasks = []
        for kind, address, name in asked:
            tasks.append(asyncio.create_task(threads.run(kind, address, order.append, name)))
            await asyncio.sleep(0)
        tasks[1].cancel()
        asked_all.set()
        await asyncio.gather(busy, *tasks, return_exceptions=True)
        assert threads.count_waiting() == 0

    run_apart(work())
    assert order == ["move", "deed 1", "their deed", "deed 2", "page 0", "their page", "page 2"]


def test_all_else_leaves_a_thread_to_moves() -> None:
    async def work() -> None:
        threads, ends = FairThreads(4), [asyncio.Event() for _ in range(9)]
        loop, begun = asyncio.get_running_loop(), list[int]()

        def wait(number: int) -> None:
            begun.append(number)
            asyncio.run_coroutine_threadsafe(ends[number].wait(), loop).result()

        tasks = [asyncio.create_task(threads.run(PAGE, HERE, wait, n)) for n in range(3)]
        tasks += [asyncio.create_task(threads.run(PAGE, f"192.0.2.{n}", wait, n)) for n in (3, 4)]
        tasks += [asyncio.create_task(threads.run(COMMAND, THERE, wait, 5))]
        await asyncio.sleep(0)
        await threads.run(MOVE, THERE, lambda: None)
        assert sorted(begun) == [0, 1, 3], "of one address no more than half"
        for end in ends:
            end.set()
        await asyncio.gather(*tasks)
        assert sorted(begun) == list(range(6))

    run_apart(work())


def test_moves_take_half_of_the_threads() -> None:
    async def work() -> None:
        threads, end, begun = FairThreads(4), threading.Event(), threading.Semaphore(0)

        def move() -> None:
            begun.release()
            assert end.wait(20)

        tasks = [asyncio.create_task(threads.run(MOVE, HERE, move)) for _ in range(3)]
        await asyncio.sleep(0)
        assert await asyncio.to_thread(lambda: begun.acquire() and begun.acquire())
        assert threads.count_waiting() == 1
        await threads.run(COMMAND, HERE, lambda: None)
        await threads.run(PAGE, HERE, lambda: None)
        assert threads.count_waiting() == 1
        end.set()
        await asyncio.gather(*tasks)

    run_apart(work())
