"""State is read once per stamp and rendered once per perspective, however many ask at a time."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.utils import translation

from games.live.readers import Reader
from games.live.state_cache import StateCache, decode_text_frame, encode_text_frame
from games.live.topics import Topic, TopicKind, TopicState, _topic_kinds, register_topic_kind
from scrabble_site.shared.refusals import NotFound

AT_ONCE = 16


class Clock:
    """A topic whose state is a time of day. Counts its calls."""

    def __init__(self) -> None:
        self.now = 1
        self.asked: Counter[str] = Counter()

    def stamps(self, keys: Iterable[str]) -> dict[str, int]:
        return {key: self.now for key in keys if key == "here"}

    def read(self, key: str) -> "FakeState":
        self.asked["read"] += 1
        time.sleep(0.01)
        return FakeState(self, self.now)


class FakeState:
    def __init__(self, clock: Clock, stamp: int) -> None:
        self.clock, self.stamp = clock, stamp

    def perspective_of(self, viewer: str) -> str:
        return viewer[:1]

    def render(self, perspective: str) -> str:
        self.clock.asked[f"render {perspective}"] += 1
        time.sleep(0.01)
        language = translation.get_language()
        return f"{self.stamp} o'clock for {perspective} in {language}"


@pytest.fixture
def clock() -> Iterator[Clock]:
    clock = Clock()
    viewer, no_audience = (lambda _scope: ""), (lambda _audiences: dict[str, str]())
    register_topic_kind(
        TopicKind("clock", "clock/<slug:key>/", clock.stamps, clock.read, viewer, no_audience, str)
    )
    yield clock
    del _topic_kinds["clock"]


HERE = Topic("clock", "here")


def ask_all(cache: StateCache, viewer: str) -> set[str]:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        asked = [pool.submit(lambda: cache.newest(HERE).text_for(viewer)) for _ in range(AT_ONCE)]
        return {one.result() for one in asked}


def test_many_simultaneous_requests_cost_one_read_and_one_rendering(clock: Clock) -> None:
    cache = StateCache()
    assert ask_all(cache, "anna") == {"1 o'clock for a in en"}
    assert clock.asked == {"read": 1, "render a": 1}
    assert ask_all(cache, "bert") == {"1 o'clock for b in en"}
    assert clock.asked == {"read": 1, "render a": 1, "render b": 1}


def test_a_newer_stamp_is_read_again(clock: Clock) -> None:
    cache = StateCache()
    cache.newest(HERE)
    clock.now = 2
    assert cache.newest(HERE).text_for("a") == "2 o'clock for a in en"
    assert clock.asked["read"] == 2


def test_a_late_state_does_not_replace_a_newer_one(clock: Clock) -> None:
    cache = StateCache()
    newer = cache.put(HERE, FakeState(clock, 5))
    assert cache.put(HERE, FakeState(clock, 4)) is newer


def test_reading_a_topic_may_read_others() -> None:
    """A screen reads its room. Each topic here reads the next: no two of them share a lock."""
    cache = StateCache()
    viewer, no_audience = (lambda _scope: ""), (lambda _audiences: dict[str, str]())

    def read(key: str) -> TopicState:
        if key == "100":
            return FakeState(Clock(), 1)
        return cache.newest(Topic("chain", str(int(key) + 1))).state

    def stamps(keys: Iterable[str]) -> dict[str, int]:
        return dict.fromkeys(keys, 1)

    register_topic_kind(
        TopicKind("chain", "chain/<slug:key>/", stamps, read, viewer, no_audience, str)
    )
    try:
        assert cache.newest(Topic("chain", "0")).stamp == 1
    finally:
        del _topic_kinds["chain"]


def test_an_unknown_topic_is_missing(clock: Clock) -> None:
    with pytest.raises(NotFound):
        StateCache().newest(Topic("clock", "nowhere"))


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_frames_of_any_size_are_complete(size: int) -> None:
    frame = encode_text_frame("é" * (size // 2) + "x" * (size % 2))
    head = 2 if size < 126 else 4 if size < 65_536 else 10
    assert (frame[0], len(frame)) == (0x81, head + size)


def test_each_language_is_rendered_once(clock: Clock) -> None:
    rendered = StateCache().newest(HERE)
    readers = [Reader(viewer, language) for viewer in "abab" for language in ("en", "de")]
    assert not rendered.is_rendered_for(readers)
    assert {reader: decode_text_frame(rendered.frame_for(reader)) for reader in readers} == {
        Reader(viewer, language): f"1 o'clock for {viewer} in {language}"
        for viewer in "ab"
        for language in ("en", "de")
    }
    assert rendered.is_rendered_for(readers)
    assert clock.asked["render a"] == clock.asked["render b"] == 2
    with translation.override("de"):
        assert rendered.text_for("a") == "1 o'clock for a in de"
