"""The hub continues after an error in one of its steps. Needs no server or database."""

import asyncio
import threading
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
from django.utils.translation import get_language

from games.live import hub as hubs
from games.live.channel_layer import PROCESS_ID
from games.live.hub import Hub
from games.live.mailbox import Mailbox
from games.live.readers import Reader
from games.live.state_cache import state_cache
from games.live.subscribers import Subscriber
from games.live.topics import TOPIC_CHANGED, Topic, TopicKind, _topic_kinds, register_topic_kind
from tests.async_runner import run
from tests.live.test_direct_messages import FakeSocket
from tests.processes import PATIENCE

HERE = Topic("news", "here")


class News:
    """A topic whose stamp the tests advance. Records the threads in which it was rendered."""

    def __init__(self) -> None:
        self.now = 1
        self.rendered_in: set[threading.Thread] = set()
        self.hold_back = threading.Event()
        self.hold_back.set()
        self.fails_for = ""
        self.may_render_german = threading.Event()
        self.may_render_german.set()

    def stamps(self, keys: Iterable[str]) -> dict[str, int]:
        assert self.hold_back.wait(PATIENCE)
        return dict.fromkeys(keys, self.now)

    def read(self, _key: str) -> "FakeState":
        return FakeState(self, self.now)


class FakeState:
    def __init__(self, news: News, stamp: int) -> None:
        self.news, self.stamp = news, stamp

    def perspective_of(self, viewer: str) -> str:
        return viewer

    def render(self, perspective: str) -> str:
        self.news.rendered_in.add(threading.current_thread())
        if get_language() == "de":
            assert self.news.may_render_german.wait(PATIENCE)
        if perspective == self.news.fails_for:
            raise ValueError("a template is broken")
        return f"{self.stamp} for {perspective}"


def say_nothing(_companies: Mapping[str, Any]) -> dict[str, str]:
    return {}


def register_kind(name: str, news: News) -> None:
    register_topic_kind(
        TopicKind(
            name, f"{name}/<slug:key>/", news.stamps, news.read, lambda _: "", say_nothing, str
        )
    )


@pytest.fixture
def news(monkeypatch: pytest.MonkeyPatch) -> Iterator[News]:
    monkeypatch.setattr(hubs, "PULSE_INTERVAL", 600.0)  # nothing arrives by the pulse
    monkeypatch.setattr(hubs, "database_sync_to_async", run_in_thread)
    monkeypatch.setattr("games.live.presence.database_sync_to_async", run_in_thread)
    news = News()
    register_kind("news", news)
    state_cache.forget()
    yield news
    news.hold_back.set()
    news.may_render_german.set()
    del _topic_kinds["news"]
    state_cache.forget()


def run_in_thread(function: Any) -> Any:
    """Run in a thread like channels, but without closing connections to a missing database."""

    async def call(*args: Any) -> Any:
        return await asyncio.to_thread(function, *args)

    return call


def socket(viewer: str, topic: Topic = HERE, language: str = "en") -> tuple[Subscriber, FakeSocket]:
    ear, reader = FakeSocket(), Reader(viewer, language)
    return Subscriber(topic, reader, ear, Mailbox(ear, reader), lambda _code: None), ear


async def close(hub: Hub) -> None:
    for task in hub._tasks:
        task.cancel()
    await asyncio.gather(*hub._tasks, return_exceptions=True)


class Layer:
    """A channel layer that delivers the messages a test puts in."""

    def __init__(self) -> None:
        self.coming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def new_channel(self, _prefix: str) -> str:
        return "hub!1"

    async def group_add(self, _group: str, _channel: str) -> None: ...

    async def group_discard(self, _group: str, _channel: str) -> None: ...

    async def receive(self, _channel: str) -> dict[str, Any]:
        return await self.coming.get()


def test_a_message_without_a_field_does_not_stop_the_listener(
    news: News, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def listen() -> None:
        layer = Layer()
        monkeypatch.setattr(hubs, "reaches_other_processes", lambda: True)
        monkeypatch.setattr(hubs, "is_unreachable", lambda: False)
        monkeypatch.setattr(hubs, "get_layer", lambda: layer)
        hub = Hub()
        subscriber, ear = socket("anna")
        await hub.register(subscriber)
        await ear.until("1 for anna")
        news.now = 2
        whole = {"type": "topic.changed", "topic": list(HERE), "from": "elsewhere", "stamp": 2}
        for field in whole:
            layer.coming.put_nowait({name: whole[name] for name in whole if name != field})
        layer.coming.put_nowait({**whole, "from": PROCESS_ID})
        layer.coming.put_nowait(whole)
        await ear.until("2 for anna")
        await close(hub)

    run(listen())
    assert "could not be used" in caplog.text


def test_a_change_in_another_process_is_read_at_once(
    news: News, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The update does not wait for a pulse, and the stamp in the message does not matter."""

    async def listen() -> None:
        layer = Layer()
        monkeypatch.setattr(hubs, "reaches_other_processes", lambda: True)
        monkeypatch.setattr(hubs, "is_unreachable", lambda: False)
        monkeypatch.setattr(hubs, "get_layer", lambda: layer)
        hub = Hub()
        subscriber, ear = socket("anna")
        await hub.register(subscriber)
        await ear.until("1 for anna")
        news.now = 2
        message = {"type": TOPIC_CHANGED, "topic": list(HERE), "from": "elsewhere", "stamp": 0}
        layer.coming.put_nowait(message)
        await ear.until("2 for anna")
        await close(hub)

    run(listen())


def test_a_failing_step_of_the_pulse_does_not_stop_the_others(
    news: News, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def listen() -> None:
        monkeypatch.setattr(hubs, "PULSE_INTERVAL", 0.01)
        counted = asyncio.Event()
        monkeypatch.setattr(hubs, "count_sockets", lambda _topics: counted.set())
        hub = Hub()
        for step in ("_renew", "_report_to_processes", "_report_viewers"):
            monkeypatch.setattr(hub, step, fail)
        subscriber, ear = socket("anna")
        await hub.register(subscriber)
        await ear.until("1 for anna")
        news.now = 2
        await ear.until("2 for anna")
        async with asyncio.timeout(PATIENCE):
            await counted.wait()
        await close(hub)

    async def fail() -> None:
        raise ValueError("this step is broken")

    run(listen())
    assert "this step is broken" in caplog.text


def test_an_unreadable_kind_does_not_stop_the_others(
    news: News, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = News()
    register_kind("aaa", broken)

    async def listen() -> None:
        monkeypatch.setattr(hubs, "PULSE_INTERVAL", 0.01)
        hub = Hub()
        first, first_ear = socket("anna", Topic("aaa", "here"))
        second, second_ear = socket("bert")
        await hub.register(first)
        await hub.register(second)
        await first_ear.until("1 for anna")
        await second_ear.until("1 for bert")
        broken.now, news.now = None, 2  # type: ignore[assignment]
        await second_ear.until("2 for bert")
        await close(hub)

    try:
        run(listen())
    finally:
        del _topic_kinds["aaa"]


def test_a_socket_closed_while_its_topic_opens_does_not_stop_the_next(
    news: News,
) -> None:
    async def listen() -> None:
        hub = Hub()
        news.hold_back.clear()
        gone, _ear = socket("anna")
        opening = asyncio.create_task(hub.register(gone))
        await asyncio.sleep(0)  # the socket asks for its topic
        assert hub.topics[HERE].opening is not None
        opening.cancel()
        await asyncio.gather(opening, return_exceptions=True)
        await hub.unregister(gone)
        subscriber, ear = socket("bert")
        register_next = asyncio.create_task(hub.register(subscriber))
        await asyncio.sleep(0)
        news.hold_back.set()
        await register_next
        await ear.until("1 for bert")
        await close(hub)

    run(listen())


def test_nothing_is_rendered_on_the_event_loop(news: News) -> None:
    async def listen() -> None:
        hub = Hub()
        subscriber, ear = socket("anna")
        await hub.register(subscriber)
        await ear.until("1 for anna")
        news.now = 2
        hub.on_update(HERE, state_cache.put(HERE, news.read("here")))
        await ear.until("2 for anna")
        await close(hub)
        assert threading.current_thread() not in news.rendered_in

    run(listen())
    assert news.rendered_in


def test_readers_do_not_wait_for_the_frames_of_another_language(news: News) -> None:
    async def listen() -> None:
        hub = Hub()
        german, *english = [socket("anna", language=one) for one in ("de", "en", "en")]
        for subscriber, ear in (german, *english):
            await hub.register(subscriber)
            await ear.until("1 for anna")
        news.now = 2
        news.may_render_german.clear()
        hub.on_update(HERE, state_cache.put(HERE, news.read("here")))
        for _, ear in english:
            await ear.until("2 for anna")
        assert "2 for anna" not in german[1].sent
        news.may_render_german.set()
        await german[1].until("2 for anna")
        await close(hub)

    run(listen())


def test_an_audience_that_fails_to_render_does_not_stop_the_others(news: News) -> None:
    async def listen() -> None:
        hub = Hub()
        news.fails_for = "anna"
        broken, broken_ear = socket("anna")
        subscriber, ear = socket("bert")
        await hub.register(broken)
        await hub.register(subscriber)
        await ear.until("1 for bert")
        assert broken_ear.sent == []
        news.fails_for = ""
        await hub._catch_up()
        await broken_ear.until("1 for anna")
        await close(hub)

    run(listen())
