"""Whispers reach those they are for, and of many in a moment the newest. Without a server."""

import asyncio
from collections.abc import Callable
from typing import Any

from games.live.listeners import Ears, Listener
from games.live.mailbox import Mailbox
from games.live.topics import Topic
from games.live.whispers import REST, Whisper, Whisperer
from tests.live.test_mailbox import Line
from tests.loops import run

HERE, THERE = Topic("test", "here"), Topic("test", "there")


class Ear(Line):
    """A line whose reader waits for what comes."""

    def __init__(self) -> None:
        super().__init__()
        self.coming: asyncio.Queue[str] = asyncio.Queue()

    def write_frame(self, frame: bytes) -> None:
        super().write_frame(frame)
        self.coming.put_nowait(self.sent[-1])

    async def until(self, text: str) -> None:
        async with asyncio.timeout(5):
            while await self.coming.get() != text:
                pass


def listen(ears: Ears, viewer: str) -> Ear:
    ear = Ear()
    closed: Callable[[int], Any] = lambda _code: None  # noqa: E731 - nobody calls it
    ears.listeners.add(Listener(HERE, viewer, ear, Mailbox(ear, viewer), closed))
    return ear


def test_a_whisper_is_for_those_named_alone() -> None:
    async def whisper() -> None:
        ears = Ears()
        mate, rival = listen(ears, "mate"), listen(ears, "rival")
        whisperer = Whisperer({HERE: ears})
        whisperer.take(Whisper(THERE, frozenset({"rival"}), "a", "elsewhere"))
        whisperer.take(Whisper(HERE, frozenset({"mate", "nobody"}), "a", "psst"))
        await mate.until("psst")
        assert (mate.sent, rival.sent) == (["psst"], [])

    run(whisper())


def test_of_many_whispers_in_a_moment_the_newest_with_each_key_is_told() -> None:
    async def whisper() -> None:
        ears = Ears()
        mate = listen(ears, "mate")
        whisperer = Whisperer({HERE: ears})
        for number in range(20):
            whisperer.take(Whisper(HERE, frozenset({"mate"}), f"key {number % 2}", str(number)))
        await mate.until("19")
        assert mate.sent == ["18", "19"]
        begun = asyncio.get_running_loop().time()
        for number in range(20, 30):
            whisperer.take(Whisper(HERE, frozenset({"mate"}), "key", str(number)))
            await asyncio.sleep(0)
        await mate.until("29")
        assert mate.sent == ["18", "19", "29"]
        assert asyncio.get_running_loop().time() - begun > REST / 2

    run(whisper())
