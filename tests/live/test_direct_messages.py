"""Direct messages reach their recipients; of several at once, only the newest is sent."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from games.live.direct_messages import MIN_INTERVAL, DirectMessage, DirectMessageSender
from games.live.mailbox import Mailbox
from games.live.readers import Reader
from games.live.subscribers import Subscriber, Subscribers
from games.live.topics import Topic
from tests.async_runner import StoppedLoop, run
from tests.live.test_mailbox import FakeWriter
from tests.processes import PATIENCE

HERE, THERE = Topic("test", "here"), Topic("test", "there")


class FakeSocket(FakeWriter):
    """A socket whose reader waits for messages."""

    def __init__(self) -> None:
        super().__init__()
        self.coming: asyncio.Queue[str] = asyncio.Queue()

    def write_frame(self, frame: bytes) -> None:
        super().write_frame(frame)
        self.coming.put_nowait(self.sent[-1])

    async def until(self, text: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while await self.coming.get() != text:
                pass


def listen(subscribers: Subscribers, viewer: str) -> FakeSocket:
    ear = FakeSocket()
    closed: Callable[[int], Any] = lambda _code: None  # noqa: E731 - never called
    reader = Reader(viewer, "en")
    subscribers.local_subscribers.add(Subscriber(HERE, reader, ear, Mailbox(ear, reader), closed))
    return ear


def test_a_direct_message_reaches_only_its_viewers() -> None:
    async def send() -> None:
        subscribers = Subscribers()
        mate, rival = listen(subscribers, "mate"), listen(subscribers, "rival")
        whisperer = DirectMessageSender({HERE: subscribers})
        whisperer.send(DirectMessage(THERE, frozenset({"rival"}), "a", "elsewhere"))
        whisperer.send(DirectMessage(HERE, frozenset({"mate", "nobody"}), "a", "psst"))
        await mate.until("psst")
        assert (mate.sent, rival.sent) == (["psst"], [])

    run(send())


async def finish_due_work() -> None:
    """Let the loop do everything that is due now."""
    for _ in range(3):
        await asyncio.sleep(0)


def test_only_the_newest_direct_message_with_a_key_is_sent() -> None:
    async def send() -> None:
        subscribers = Subscribers()
        mate = listen(subscribers, "mate")
        whisperer = DirectMessageSender({HERE: subscribers})
        for number in range(20):
            whisperer.send(
                DirectMessage(HERE, frozenset({"mate"}), f"key {number % 2}", str(number))
            )
        await finish_due_work()
        assert mate.sent == ["18", "19"]
        for number in range(20, 30):
            whisperer.send(DirectMessage(HERE, frozenset({"mate"}), "key", str(number)))
            loop.now += MIN_INTERVAL / 11
            await finish_due_work()
        assert mate.sent == ["18", "19"]
        loop.now += MIN_INTERVAL
        await finish_due_work()
        assert mate.sent == ["18", "19", "29"]

    loop = StoppedLoop()
    run(send(), lambda: loop)


def test_messages_of_a_topic_share_one_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def send() -> None:
        subscribers = Subscribers()
        mate = listen(subscribers, "mate")
        whisperer = DirectMessageSender({HERE: subscribers})
        loop = asyncio.get_running_loop()
        call_later, timers = loop.call_later, list[float]()

        def note_timer(delay: float, *call: Any) -> asyncio.TimerHandle:
            timers.append(delay)
            return call_later(delay, *call)

        monkeypatch.setattr(loop, "call_later", note_timer)
        for number in range(50):
            whisperer.send(DirectMessage(HERE, frozenset({"mate"}), "key", str(number)))
        assert len(timers) == 1
        await mate.until("49")

    run(send())
