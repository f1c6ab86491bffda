"""One socket's mailbox: bounded, patient for so long, and never going back. Without a server."""

from collections.abc import Callable

import pytest

from games.live.gallery import Shown
from games.live.mailbox import DEADLINE, WINDOW, Mailbox
from games.live.topics import Topic

HERE = Topic("test", "here")


class Told:
    """A picture that says its stamp."""

    def __init__(self, stamp: int) -> None:
        self.stamp = stamp

    def audience_of(self, viewer: str) -> str:
        return viewer

    def render(self, audience: str) -> str:
        return f"{self.stamp} for {audience}"


class Line:
    """The network as the mailbox sees it."""

    def __init__(self) -> None:
        self.full = False
        self.when_free: Callable[[], None] | None = None
        self.sent: list[str] = []

    def write_frame(self, frame: bytes) -> None:
        self.sent.append(frame[2:].decode())

    def free(self) -> None:
        self.full = False
        assert self.when_free is not None
        self.when_free()


def mailbox(known: int = 0) -> tuple[Mailbox, Line]:
    line = Line()
    return Mailbox(line, "me", known), line


def put(box: Mailbox, *stamps: int, now: float = 0.0) -> None:
    for stamp in stamps:
        box.put(Shown(HERE, Told(stamp)), now)


def test_an_older_picture_is_never_sent() -> None:
    box, line = mailbox(known=3)
    put(box, 2, 3, 5, 4, 5)
    assert line.sent == ["5 for me"]


def test_an_older_picture_never_takes_the_place_of_a_newer_one_that_waits() -> None:
    box, line = mailbox()
    line.full = True
    put(box, 7, 6)
    line.free()
    assert line.sent == ["7 for me"]


def test_a_page_that_acknowledges_nothing_gets_a_window_and_then_the_newest() -> None:
    box, line = mailbox()
    put(box, *range(1, WINDOW + 5))
    assert len(line.sent) == WINDOW
    box.seen()
    assert line.sent[WINDOW:] == [f"{WINDOW + 4} for me"]


def test_an_acknowledgement_covers_all_before_it() -> None:
    box, line = mailbox()
    put(box, *range(1, WINDOW + 2))
    box.seen(WINDOW)
    assert len(line.sent) == WINDOW + 1
    put(box, *range(WINDOW + 2, 2 * WINDOW + 1))
    assert len(line.sent) == 2 * WINDOW, "the window is free again but for one"
    put(box, 2 * WINDOW + 1)
    assert len(line.sent) == 2 * WINDOW


def test_acknowledging_what_was_never_sent_frees_nothing_more() -> None:
    box, line = mailbox()
    box.seen(10**9)
    for _ in range(3 * WINDOW):
        box.seen()
    put(box, *range(1, WINDOW + 5))
    assert len(line.sent) == WINDOW


def test_nothing_is_written_while_the_network_is_full() -> None:
    box, line = mailbox()
    line.full = True
    put(box, 1, 2, 3)
    assert line.sent == []
    line.free()
    assert line.sent == ["3 for me"]


def test_a_page_is_overdue_when_it_has_been_behind_for_the_deadline() -> None:
    box, _line = mailbox()
    put(box, *range(1, WINDOW + 1))
    assert not box.overdue(10 * DEADLINE), "nothing waits for it"
    put(box, WINDOW + 1, now=100)
    put(box, WINDOW + 2, now=100 + DEADLINE)
    assert not box.overdue(100 + DEADLINE)
    assert box.overdue(101 + DEADLINE)
    box.seen()
    assert not box.overdue(200 + DEADLINE)


def test_what_cannot_be_told_is_tried_again() -> None:
    class Broken(Told):
        def render(self, audience: str) -> str:
            raise ValueError("no words for this")

    box, line = mailbox()
    with pytest.raises(ValueError, match="no words"):
        box.put(Shown(HERE, Broken(4)), 0)
    assert box.stamp == 0, "it has not come"
    put(box, 4)
    assert line.sent == ["4 for me"]


def test_of_whispers_that_have_to_wait_the_newest_with_a_key_is_told() -> None:
    box, line = mailbox()
    line.full = True
    for key, text in (("a", b"a1"), ("b", b"b1"), ("a", b"a2")):
        box.whisper(key, b"##" + text)
    put(box, 1)
    assert line.sent == []
    line.free()
    assert line.sent == ["1 for me", "a2", "b1"]


def test_a_page_that_follows_no_more_is_told_a_window_of_whispers() -> None:
    box, line = mailbox()
    for number in range(WINDOW + 3):
        box.whisper("a", b"##%d" % number)
    assert len(line.sent) == WINDOW
    put(box, 1)
    box.seen()
    assert line.sent[WINDOW:] == ["1 for me", f"{WINDOW + 2}"]
