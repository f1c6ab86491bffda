"""The server knows which commands wait, and informs other processes about long waits."""

import asyncio
import threading
from datetime import UTC, datetime
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from games.common import waiting_commands
from games.common.request_arrivals import ARRIVAL, Arrival
from games.common.waiting_commands import COMMAND_PATHS, find_first_arrival
from scrabble_site.server.handler import MOVE_PATHS, ThreadPoolHandler
from tests.processes import wait_until
from tests.site.test_worker_restarts import run_in_thread

PLAY, ACTS = "/r/abcd/play", "/api/1/rooms/abcd/acts"


class HoldingHandler(ThreadPoolHandler):
    """Answers without a database, once the test allows it."""

    def __init__(self) -> None:
        super().__init__()
        self.has_begun = threading.Semaphore(0)
        self.may_end = threading.Event()

    def get_response(self, request: HttpRequest) -> HttpResponse:
        self.has_begun.release()
        assert self.may_end.wait(60)
        return HttpResponse("done")


async def ask(handler: HoldingHandler, path: str, arrived: float, method: str = "POST") -> None:
    arrival = Arrival()
    arrival.at = arrived
    scope: dict[str, Any] = {"type": "http", "method": method, "path": path, "headers": []}
    scope |= {"client": ("192.0.2.77", 1), "query_string": b"", "server": ("localhost", 80)}
    scope["extensions"] = {ARRIVAL: arrival}

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(_message: dict[str, Any]) -> None:
        pass

    await handler(scope, receive, send)


def test_commands_are_known_by_their_address() -> None:
    for name in ("play", "exchange", "pass", "challenge", "accept", "resign", "abort", "pause"):
        path = reverse(f"games:{name}", args=["abcd"])
        assert COMMAND_PATHS.fullmatch(path), path
        assert name == "pause" or MOVE_PATHS.fullmatch(path), path
    assert COMMAND_PATHS.fullmatch(ACTS)
    assert not COMMAND_PATHS.fullmatch(reverse("games:bundle", args=["abcd"]))


@pytest.mark.parametrize("path", [PLAY, ACTS])
def test_a_command_counts_from_its_arrival_until_it_is_done(
    settings: Any, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Also while it waits for the only thread, and in another process."""
    settings.WEB_THREADS = 1
    first = timezone.now().timestamp() - 1

    def find(code: str = "abcd") -> datetime | None:
        return find_first_arrival(code, timezone.now())

    async def become(wanted: datetime | None) -> None:
        await asyncio.to_thread(wait_until, lambda: find() == wanted, "the first arrival")

    async def work() -> None:
        handler = HoldingHandler()
        busy = asyncio.create_task(ask(handler, "/about/", first - 1, "GET"))
        await asyncio.to_thread(handler.has_begun.acquire)
        commands = [asyncio.create_task(ask(handler, path, first))]
        await become(datetime.fromtimestamp(first, UTC))
        assert find("other") is None
        with monkeypatch.context() as patch:
            patch.setattr(waiting_commands, "_waiting", {})  # as in another process
            await become(datetime.fromtimestamp(first, UTC))
        commands.append(asyncio.create_task(ask(handler, path, first - 0.5)))
        await become(datetime.fromtimestamp(first - 0.5, UTC))
        handler.may_end.set()
        await asyncio.gather(busy, *commands)
        await become(None)

    run_in_thread(work())


def test_reading_a_room_is_not_a_command(settings: Any) -> None:
    async def work() -> None:
        handler = HoldingHandler()
        reading = asyncio.create_task(
            ask(handler, "/r/efgh/play", timezone.now().timestamp(), "GET")
        )
        await asyncio.to_thread(handler.has_begun.acquire)
        assert find_first_arrival("efgh", timezone.now()) is None
        handler.may_end.set()
        await reading

    run_in_thread(work())
