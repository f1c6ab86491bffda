"""Changes of an audience are announced at once; the hub's pulse is disabled here."""

from collections.abc import Callable, Coroutine, Iterator, Mapping
from typing import Any

import pytest
from django.utils.translation import get_language

from games.live import hub as hubs
from games.live import presence
from games.live.hub import Hub
from games.live.state_cache import state_cache
from games.live.topics import Audience, Topic, TopicKind, _topic_kinds, register_topic_kind
from tests.async_runner import run
from tests.live.test_hub import Layer, News, close, news, socket

__all__ = ["news"]

HALL = Topic("hall", "here")


def count_people(audiences: Mapping[str, Audience]) -> dict[str, int]:
    return {key: audience.people for key, audience in audiences.items()}


def say_count(people: int) -> str:
    return f"{people} da" if get_language() == "de" else f"{people} there"


@pytest.fixture
def hall(news: News, monkeypatch: pytest.MonkeyPatch) -> Iterator[News]:
    """Register a kind of topic whose presence depends on the state as well as on the audience."""
    monkeypatch.setattr(presence, "PRESENCE_DELAY", 0.01)
    register_topic_kind(
        TopicKind(
            *("hall", "hall/<slug:key>/", news.stamps, news.read, lambda _: ""),
            *(count_people, say_count),
            presence_key_of=lambda headline: headline.stamp,
        )
    )
    yield news
    del _topic_kinds["hall"]


def serve(test: Callable[[Hub], Coroutine[Any, Any, None]]) -> None:
    async def serve_and_close() -> None:
        hub = Hub()
        await test(hub)
        await close(hub)

    run(serve_and_close())


@pytest.mark.usefixtures("hall")
def test_visitors_who_come_and_leave_are_counted_at_once() -> None:
    async def come_and_leave(hub: Hub) -> None:
        anna, ear = socket("anna", HALL)
        await hub.register(anna)
        await ear.until("1 there")
        bert, _ear = socket("bert", HALL)
        await hub.register(bert)
        await ear.until("2 there")
        await hub.unregister(bert)
        await ear.until("1 there")

    serve(come_and_leave)


def test_taking_or_leaving_a_seat_updates_the_counts_at_once(hall: News) -> None:
    """The audience stays the same, but the new state divides it differently."""

    async def sit_down(hub: Hub) -> None:
        anna, ear = socket("anna", HALL)
        await hub.register(anna)
        await ear.until("1 there")
        hall.now = 2
        hub.on_update(HALL, state_cache.put(HALL, hall.read("here")))
        await ear.until("2 for anna")
        await ear.until("1 there")

    serve(sit_down)


@pytest.mark.usefixtures("hall")
def test_visitors_of_other_processes_are_counted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def count_others(hub: Hub) -> None:
        layer = Layer()
        monkeypatch.setattr(hubs, "reaches_other_processes", lambda: True)
        monkeypatch.setattr(hubs, "is_unreachable", lambda: False)
        monkeypatch.setattr(hubs, "get_layer", lambda: layer)
        anna, ear = socket("anna", HALL)
        await hub.register(anna)
        await ear.until("1 there")
        for people in (3, 2):
            message = {"type": "topic.audience", "topic": list(HALL), "from": "elsewhere"}
            layer.coming.put_nowait({**message, "people": people, "seen": {}})
            await ear.until(f"{1 + people} there")

    serve(count_others)


@pytest.mark.usefixtures("hall")
def test_everyone_reads_the_count_in_their_own_language() -> None:
    async def come(hub: Hub) -> None:
        anna, ear = socket("anna", HALL)
        await hub.register(anna)
        await ear.until("1 there")
        bert, other = socket("bert", HALL, "de")
        await hub.register(bert)
        await ear.until("2 there")
        await other.until("2 da")

    serve(come)
