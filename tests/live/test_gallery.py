"""What is shown is read once a stamp and rendered once an audience, however many ask at a time."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from games.common.refusals import Missing
from games.live.gallery import Gallery, frame_text
from games.live.topics import Kind, Topic, _kinds, register

AT_ONCE = 16


class Clock:
    """A topic of which only the time is known. Counts what is asked of it."""

    def __init__(self) -> None:
        self.now = 1
        self.asked: Counter[str] = Counter()

    def stamps(self, keys: Iterable[str]) -> dict[str, int]:
        return {key: self.now for key in keys if key == "here"}

    def read(self, key: str) -> "Face":
        self.asked["read"] += 1
        time.sleep(0.01)
        return Face(self, self.now)


class Face:
    def __init__(self, clock: Clock, stamp: int) -> None:
        self.clock, self.stamp = clock, stamp

    def audience_of(self, viewer: str) -> str:
        return viewer[:1]

    def render(self, audience: str) -> str:
        self.clock.asked[f"render {audience}"] += 1
        time.sleep(0.01)
        return f"{self.stamp} o'clock for {audience}"


@pytest.fixture
def clock() -> Iterator[Clock]:
    clock = Clock()
    viewer, nobody = (lambda _scope: ""), (lambda _companies: dict[str, str]())
    register(Kind("clock", "clock/<slug:key>/", clock.stamps, clock.read, viewer, nobody))
    yield clock
    del _kinds["clock"]


HERE = Topic("clock", "here")


def ask_all(gallery: Gallery, viewer: str) -> set[str]:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        asked = [pool.submit(lambda: gallery.newest(HERE).text_for(viewer)) for _ in range(AT_ONCE)]
        return {one.result() for one in asked}


def test_many_who_ask_at_once_cost_one_reading_and_one_rendering(clock: Clock) -> None:
    gallery = Gallery()
    assert ask_all(gallery, "anna") == {"1 o'clock for a"}
    assert clock.asked == {"read": 1, "render a": 1}
    assert ask_all(gallery, "bert") == {"1 o'clock for b"}
    assert clock.asked == {"read": 1, "render a": 1, "render b": 1}


def test_a_newer_stamp_is_read_anew(clock: Clock) -> None:
    gallery = Gallery()
    gallery.newest(HERE)
    clock.now = 2
    assert gallery.newest(HERE).text_for("a") == "2 o'clock for a"
    assert clock.asked["read"] == 2


def test_a_picture_that_comes_late_does_not_replace_a_newer_one(clock: Clock) -> None:
    gallery = Gallery()
    newer = gallery.put(HERE, Face(clock, 5))
    assert gallery.put(HERE, Face(clock, 4)) is newer


def test_what_is_not_there_is_missing(clock: Clock) -> None:
    with pytest.raises(Missing):
        Gallery().newest(Topic("clock", "nowhere"))


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_a_frame_is_whole_whatever_its_size(size: int) -> None:
    frame = frame_text("é" * (size // 2) + "x" * (size % 2))
    head = 2 if size < 126 else 4 if size < 65_536 else 10
    assert (frame[0], len(frame)) == (0x81, head + size)
