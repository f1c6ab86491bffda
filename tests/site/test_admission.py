"""Requests refused before Django: too many from one address, too large, or from other sites."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from games.play.live.fragments import render_message
from scrabble_site.limits import admission
from scrabble_site.limits.admission import CLOSE_LIMIT, RequestAdmission, SocketAdmission
from scrabble_site.limits.request_bodies import BODY_TIMEOUT, BodyLimitMiddleware
from scrabble_site.security.socket_origins import is_same_origin, is_trusted_origin
from tests.site.test_worker_restarts import run_in_thread

HERE, THERE = "192.0.2.7", "198.51.100.7"
Application = Callable[[Any, Any, Any], Awaitable[None]]


def scope_of(address: str = HERE, path: str = "/", **more: Any) -> dict[str, Any]:
    usual = {"type": "http", "method": "GET", "headers": [], "query_string": b""}
    return usual | {"client": (address, 4000), "path": path} | more


class BlockedApplication:
    """An application that holds every request until it is opened."""

    def __init__(self) -> None:
        self.inside = 0
        self.open = asyncio.Event()

    async def __call__(self, _scope: Any, _receive: Any, send: Any) -> None:
        self.inside += 1
        await self.open.wait()
        self.inside -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})


async def ask(application: Application, scope: dict[str, Any], *bodies: bytes) -> list[Any]:
    """Return the messages sent to a client that sends these pieces of a body, and nothing after."""
    sent: list[Any] = []
    waiting = [
        {"type": "http.request", "body": one, "more_body": number < len(bodies)}
        for number, one in enumerate(bodies, 1)
    ]

    async def receive() -> Any:
        if waiting:
            return waiting.pop(0)
        return await asyncio.Future()

    async def send(message: Any) -> None:
        sent.append(message)

    await application(scope, receive, send)
    return sent


@pytest.fixture(autouse=True)
def _refused_at_once(monkeypatch) -> None:
    monkeypatch.setattr(admission, "REFUSAL_DELAY", 0.0)


def test_streams_are_counted_separately(limited, settings) -> None:
    """Long streams do not keep anyone from requesting pages, and have a separate limit."""
    settings.CONCURRENCY_LIMITS = settings.CONCURRENCY_LIMITS | {
        "requests_of_address": 1,
        "streams_of_address": 2,
    }

    async def open_them() -> None:
        door = BlockedApplication()
        entrance = RequestAdmission(door)
        stream = {**scope_of(), "path": "/api/1/stream/games"}
        tasks = [asyncio.create_task(ask(entrance, stream)) for _ in range(2)]
        tasks.append(asyncio.create_task(ask(entrance, scope_of())))
        await asyncio.sleep(0)
        assert door.inside == 3
        start, _body = await ask(entrance, stream)
        assert start["status"] == 429
        door.open.set()
        answers = await asyncio.gather(*tasks)
        assert [one[0]["status"] for one in answers] == [200] * 3

    run_in_thread(open_them())


def test_concurrent_requests_of_one_address_are_limited(limited, settings) -> None:
    settings.CONCURRENCY_LIMITS = settings.CONCURRENCY_LIMITS | {"requests_of_address": 2}

    async def flood() -> None:
        door = BlockedApplication()
        entrance = RequestAdmission(door)
        tasks = [asyncio.create_task(ask(entrance, scope_of())) for _ in range(2)]
        await asyncio.sleep(0)
        start, body = await ask(entrance, scope_of())
        assert start["status"] == 429
        assert dict(start["headers"])[b"retry-after"] == b"2"
        assert b"http-equiv=refresh" in body["body"].replace(b'"', b"")
        other = asyncio.create_task(ask(entrance, scope_of(THERE)))
        await asyncio.sleep(0)
        assert door.inside == 3
        door.open.set()
        answers = await asyncio.gather(*tasks, other)
        assert [one[0]["status"] for one in answers] == [200] * 3
        assert not entrance.held.counts, "nothing is kept of those who have gone"

    run_in_thread(flood())


def test_an_address_is_limited_and_a_page_gets_a_readable_answer(limited) -> None:
    limited(pages=" | 2/1 hour", commands=" | 1/1 hour")

    async def quick(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def flood() -> None:
        entrance = RequestAdmission(quick)
        scopes = [scope_of(headers=[(b"x-forwarded-for", str(n).encode())]) for n in range(3)]
        answers = [await ask(entrance, scope) for scope in scopes]
        assert [one[0]["status"] for one in answers] == [200, 200, 429]
        posted = scope_of(method="POST", headers=[(b"hx-request", b"true")])
        assert (await ask(entrance, posted))[0]["status"] == 200, "commands are counted apart"
        start, body = await ask(entrance, posted)
        assert start["status"] == 429
        sentence = "Too many requests. Try again in 1 hour."
        assert body["body"].decode().strip() == render_message(sentence, "warning")
        assert (await ask(entrance, scope_of(THERE)))[0]["status"] == 200

    run_in_thread(flood())


@pytest.mark.parametrize(
    ("kind", "path", "most"),
    [
        ("sockets_of_address", "/ws/lobby/", 2),
        ("sockets_of_address_in_room", "/ws/r/abcdefgh/", 2),
        ("sockets_of_room", "/ws/r/abcdefgh/", 2),
    ],
)
def test_the_number_of_sockets_is_limited(
    limited, settings, kind: str, path: str, most: int
) -> None:
    settings.CONCURRENCY_LIMITS = settings.CONCURRENCY_LIMITS | {kind: most}

    async def listening(_scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        await receive()

    async def flood() -> None:
        entrance = SocketAdmission(listening)
        tasks = [
            asyncio.create_task(ask(entrance, scope_of(path=path, type="websocket")))
            for _ in range(most)
        ]
        await asyncio.sleep(0)
        sent = await ask(entrance, scope_of(path=path, type="websocket"), b"")
        assert sent[-1]["code"] == CLOSE_LIMIT
        assert (
            sent[-1]["reason"]
            == "Too many pages are open from your address. Close some and try again."
        )
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        assert not entrance.held.counts

    run_in_thread(flood())


async def take_body(scope: Any, receive: Any, send: Any) -> None:
    """An application that reads the whole body."""
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size, more = size + len(message["body"]), message["more_body"]
    await send({"type": "http.response.start", "status": 200, "size": size})


def status_of(scope: dict[str, Any], *bodies: bytes, editor: bool = False) -> int:
    found: list[int] = []

    async def post() -> None:
        sent = await ask(BodyLimitMiddleware(take_body, lambda _scope: editor), scope, *bodies)
        found.append(sent[0]["status"])

    run_in_thread(post())
    return found[0]


@pytest.mark.django_db
def test_a_body_is_refused_before_it_is_read(settings) -> None:
    long, small = settings.REQUEST_BODY_LIMIT + 1, b"x" * 1000
    announced = [(b"content-length", str(long).encode())]
    chunked = [(b"transfer-encoding", b"chunked")]
    for path in ("/", "/admin/", "/admin/login/"):
        assert status_of(scope_of(path=path, headers=announced)) == 413, "nothing was sent yet"
        pieces = [b"x" * 40_000] * 1000
        assert status_of(scope_of(path=path, headers=chunked), *pieces) == 413
        assert status_of(scope_of(path=path, headers=chunked), small) == 200


@pytest.mark.django_db
def test_editors_may_send_word_lists(settings) -> None:
    pieces = [b"x" * 40_000] * 10
    chunked = [(b"transfer-encoding", b"chunked")]
    announced = [(b"content-length", b"400000")]
    for headers in (chunked, announced):
        scope = scope_of(path="/admin/lexicon/", headers=headers)
        assert status_of(scope, *pieces, editor=True) == 200
        assert status_of(scope | {"path": "/r/x/play"}, *pieces, editor=True) == 413
    settings.UPLOAD_LIMIT = 200_000
    assert status_of(scope_of(path="/admin/x/", headers=chunked), *pieces, editor=True) == 413


@pytest.mark.parametrize("path", ["/uploads/new/", "/api/1/games"])
def test_anyone_may_send_records_of_two_megabytes(path: str) -> None:
    chunked = [(b"transfer-encoding", b"chunked")]
    here = scope_of(path=path, headers=chunked)
    assert status_of(here | {"method": "POST"}, *[b"x" * 40_000] * 52) == 200
    assert status_of(here | {"method": "POST"}, *[b"x" * 40_000] * 60) == 413
    assert status_of(here | {"method": "GET"}, *[b"x" * 40_000] * 52) == 413
    announced = [(b"content-length", b"3000000")]
    there = scope_of(path=path, headers=announced) | {"method": "POST"}
    assert status_of(there) == 413, "nothing was sent yet"


def test_a_body_that_stops_is_not_waited_for(monkeypatch) -> None:
    monkeypatch.setattr("scrabble_site.limits.request_bodies.BODY_TIMEOUT", 0.0)
    assert BODY_TIMEOUT > 1
    headers = [(b"content-length", b"2000")]

    async def post() -> None:
        piece = {"type": "http.request", "body": b"x", "more_body": True}
        sent: list[Any] = []
        pieces = [piece]

        async def receive() -> Any:
            return pieces.pop() if pieces else await asyncio.Future()

        async def send(message: Any) -> None:
            sent.append(message)

        await BodyLimitMiddleware(take_body, lambda _: False)(
            scope_of(headers=headers), receive, send
        )
        assert sent[0]["status"] == 408

    run_in_thread(post())


def test_a_page_of_another_port_is_from_another_site(settings) -> None:
    settings.ALLOWED_HOSTS = ["tiles.example", "127.0.0.1"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://*.club.example", "https://own.example:8443"]
    assert is_same_origin("http://127.0.0.1:8000", "127.0.0.1:8000")
    assert is_same_origin("https://tiles.example", "tiles.example")
    assert is_same_origin("https://tiles.example", "tiles.example:443")
    assert not is_same_origin("http://127.0.0.1:8001", "127.0.0.1:8000")
    assert not is_same_origin("http://127.0.0.1", "127.0.0.1:8000")
    assert not is_same_origin("https://evil.example", "evil.example"), "no name of this site"
    for nothing in ("", "null", "http://[", "tiles.example"):
        assert not is_same_origin(nothing, "tiles.example")
        assert not is_trusted_origin(nothing)
    assert is_trusted_origin("https://a.club.example")
    assert is_trusted_origin("https://own.example:8443")
    assert not is_trusted_origin("http://a.club.example")
    assert not is_trusted_origin("https://own.example")
