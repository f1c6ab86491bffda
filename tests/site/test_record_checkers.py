"""Records wait for a checker without occupying a thread that serves pages."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.uploads.services import record_inspection
from scrabble_site.server import record_checkers
from scrabble_site.server.handler import ThreadPoolHandler
from scrabble_site.shared.refusals import Overloaded
from tests.processes import PATIENCE
from tests.site.test_worker_restarts import run_in_thread

HERE, THERE = "192.0.2.77", "192.0.2.78"
PAGE, UPLOAD = ("GET", "/about/"), ("POST", "/uploads/new/")


class Handler(ThreadPoolHandler):
    """Answers without a database."""

    def get_response(self, request: HttpRequest) -> HttpResponse:
        if request.method == "GET":
            return HttpResponse("a page")
        try:
            return HttpResponse(str(record_inspection.inspect_record("")["kept"]))
        except Overloaded as refusal:
            return HttpResponse("busy", status=refusal.status)


async def ask(handler: Handler, what: tuple[str, str], address: str) -> int:
    """Return the status of the answer."""
    method, path = what
    scope: dict[str, Any] = {"type": "http", "method": method, "path": path, "headers": []}
    scope |= {"client": (address, 1), "query_string": b"", "server": ("localhost", 80)}
    said: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    await handler(scope, receive, send)
    return int(said[0]["status"])


@pytest.fixture
def open_gate(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], None]:
    """Hold the programs that inspect records until the returned function is called."""
    gate = tmp_path / "gate"
    script = f"until [ -e {gate} ]; do sleep 0.02; done; echo '{{\"kept\": true}}'"
    monkeypatch.setattr(record_inspection, "INSPECTION_COMMAND", ("sh", "-c", script))
    return gate.touch


def test_pages_are_served_while_records_wait(
    open_gate: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "WEB_THREADS", 2)

    async def work() -> None:
        handler = Handler()
        sent = [asyncio.create_task(ask(handler, UPLOAD, HERE)) for _ in range(9)]
        sent += [asyncio.create_task(ask(handler, UPLOAD, THERE))]
        async with asyncio.timeout(PATIENCE):
            for _ in range(3):
                assert await ask(handler, PAGE, HERE) == 200
        assert not any(one.done() for one in sent), "they wait, and none is refused"
        open_gate()
        assert set(await asyncio.gather(*sent)) == {200}

    run_in_thread(work())


def test_a_record_that_waits_too_long_is_refused_with_a_time_to_retry(
    open_gate: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal comes from an ordinary thread, and takes no place from those in the queue."""
    monkeypatch.setattr(record_checkers, "WAIT_TIMEOUT", 0.2)

    async def work() -> None:
        handler = Handler()
        addresses = [f"192.0.2.{n}" for n in range(settings.CONCURRENCY_LIMITS["record_checks"])]
        first = [asyncio.create_task(ask(handler, UPLOAD, address)) for address in addresses]
        await asyncio.sleep(0)
        assert await ask(handler, UPLOAD, THERE) == 503
        assert not any(one.done() for one in first)
        open_gate()
        assert set(await asyncio.gather(*first)) == {200}
        assert await ask(handler, UPLOAD, THERE) == 200

    run_in_thread(work())


def test_an_address_whose_records_took_long_waits_for_its_share(
    open_gate: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "LIMITS_ENABLED", True)
    monkeypatch.setattr(record_checkers, "SHARE", (0.0001, 0.0001))
    open_gate()

    async def work() -> None:
        handler = Handler()
        assert await ask(handler, UPLOAD, HERE) == 200
        waiting = asyncio.create_task(ask(handler, UPLOAD, HERE))
        assert await ask(handler, UPLOAD, THERE) == 200
        assert not waiting.done()
        monkeypatch.setattr(record_checkers, "WAIT_TIMEOUT", 0.2)
        assert await ask(handler, UPLOAD, HERE) == 503
        assert await ask(handler, PAGE, HERE) == 200
        waiting.cancel()

    run_in_thread(work())


def test_a_record_that_waited_too_long_takes_no_place() -> None:
    """Even if a place is free by then, since it may be another record's turn."""
    with record_inspection.refuse_checks(), pytest.raises(Overloaded):
        record_inspection.inspect_record("")
