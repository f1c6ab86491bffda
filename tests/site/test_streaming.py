"""Streamed answers: produced as they are read, without occupying a thread in between, and ended."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.http import StreamingHttpResponse

from scrabble_site.server.streaming import end_streams, send_stream
from tests.processes import PATIENCE


class Reader:
    """A client that reads ``limit`` pieces, then calls ``then``; by default it disconnects."""

    def __init__(self, limit: int = 1000, then: Callable[[], object] | None = None) -> None:
        self.taken: list[bytes] = []
        self.ended = False
        self.steps = 0
        self._limit = limit
        self._gone = asyncio.Event()
        self._then = then or self._gone.set

    async def receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            return
        if not message.get("more_body"):
            self.ended = True
            return
        self.taken.append(message["body"])
        if len(self.taken) == self._limit:
            self._then()
            await asyncio.sleep(0)

    async def run(self, work: Callable[..., Any], *args: Any) -> Any:
        self.steps += 1
        return work(*args)


class CountedPieces:
    """Counts the pieces that were produced; ``closed`` is set when the generator ends."""

    def __init__(self) -> None:
        self.count = 0
        self.closed = False

    def plain(self) -> Iterator[bytes]:
        try:
            for number in range(100):
                self.count += 1
                yield f"{number}".encode()
        finally:
            self.closed = True

    async def endless(self) -> AsyncIterator[bytes]:
        try:
            while True:
                self.count += 1
                yield b"line"
                if self.count > 2:
                    await asyncio.sleep(60)
        finally:
            self.closed = True


def read(response: StreamingHttpResponse, **reading: Any) -> Reader:
    async def reads() -> Reader:
        reader = Reader(**reading)
        async with asyncio.timeout(PATIENCE):
            await send_stream(response, reader.receive, reader.send, reader.run)
        return reader

    return async_to_sync(reads)()


def test_chunks_are_made_one_at_a_time() -> None:
    made = CountedPieces()
    reader = read(StreamingHttpResponse(made.plain()), limit=3)
    assert len(reader.taken) == 3
    assert made.count <= 4, "the rest is never made"
    assert made.closed
    assert reader.steps >= made.count, "each in a thread for itself"


def test_a_finite_answer_ends_cleanly() -> None:
    made = CountedPieces()
    reader = read(StreamingHttpResponse(made.plain()))
    assert (len(reader.taken), reader.ended) == (100, True)


def test_an_endless_answer_ends_when_its_reader_disconnects() -> None:
    made = CountedPieces()
    reader = read(StreamingHttpResponse(made.endless()), limit=2)
    assert len(reader.taken) == 2
    assert not reader.ended, "the reader is gone"


@pytest.mark.parametrize("limit", [1, 3])
def test_an_endless_answer_ends_when_its_server_stops(limit: int) -> None:
    made = CountedPieces()

    reader = read(StreamingHttpResponse(made.endless()), limit=limit, then=end_streams)
    assert len(reader.taken) == limit
    assert reader.ended
