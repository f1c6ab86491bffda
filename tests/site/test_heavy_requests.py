"""Images, searches and the engine's plays have separate threads, and block none of them while
waiting.
"""

import asyncio
import threading
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from scrabble_site.limits.admission import RequestAdmission
from scrabble_site.server.handler import HEAVY_PATHS, ThreadPoolHandler
from tests.processes import PATIENCE
from tests.site.test_worker_restarts import run_in_thread

HERE, THERE = "192.0.2.77", "192.0.2.78"
PICTURE = f"/games/{uuid4()}/3.png"


class Handler(ThreadPoolHandler):
    """Answers without a database, and images only once the test allows it."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = 0
        self.has_begun = threading.Semaphore(0)
        self.may_end = threading.Event()

    def get_response(self, request: HttpRequest) -> HttpResponse:
        if request.path == PICTURE:
            self.begun += 1
            self.has_begun.release()
            assert self.may_end.wait(PATIENCE)
        return HttpResponse("here it is")


async def ask(handler: Handler, path: str, address: str = HERE) -> int:
    """Return the status of the answer."""
    scope: dict[str, Any] = {"type": "http", "method": "GET", "path": path, "headers": []}
    scope |= {"client": (address, 1), "query_string": b"", "server": ("localhost", 80)}
    said: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    await RequestAdmission(handler)(scope, receive, send)
    return int(said[0]["status"])


def test_heavy_requests_are_recognised_by_their_address() -> None:
    paths = [
        reverse("games:record_picture_png", args=[uuid4(), 3]),
        reverse("lexicon:search", args=["en-open"]),
        reverse("games:static_plays"),
        reverse("games:begin_rollouts"),
        reverse("games:api:best_plays", args=[uuid4()]),
    ]
    assert all(HEAVY_PATHS.fullmatch(path) for path in paths), paths
    for name in ("games:lobby", "games:analysis_board", "lexicon:lexicons"):
        assert not HEAVY_PATHS.fullmatch(reverse(name))


def test_pictures_for_one_address_do_not_delay_others(settings: Any) -> None:
    settings.WEB_THREADS = 1
    settings.CONCURRENCY_LIMITS = settings.CONCURRENCY_LIMITS | {"heavy": 2, "heavy_waiting": 8}

    async def work() -> None:
        handler = Handler()
        asked = [asyncio.create_task(ask(handler, PICTURE)) for _ in range(5)]
        await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):
            assert await ask(handler, "/about/") == 200, "pages have their own threads"
            assert await ask(handler, PICTURE) == 429, "it has half of the places to wait in"
            other = asyncio.create_task(ask(handler, PICTURE, THERE))
            for _ in range(2):
                assert await asyncio.to_thread(handler.has_begun.acquire, timeout=PATIENCE)
            handler.may_end.set()
            assert await other == 200
            assert await asyncio.gather(*asked) == [200] * 5
        assert handler.begun == 6

    run_in_thread(work())
