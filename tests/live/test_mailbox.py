"""One socket's mailbox: bounded, with a deadline, and never going back to older states."""

from collections.abc import Callable

import pytest

from games.live.mailbox import ACKNOWLEDGEMENT_DEADLINE, MAX_UNACKNOWLEDGED, Mailbox
from games.live.readers import Reader
from games.live.state_cache import RenderedState
from games.live.topics import Topic

HERE = Topic("test", "here")


class FakeState:
    """A state that renders as its stamp."""

    def __init__(self, stamp: int) -> None:
        self.stamp = stamp

    def perspective_of(self, viewer: str) -> str:
        return viewer

    def render(self, perspective: str) -> str:
        return f"{self.stamp} for {perspective}"


class FakeWriter:
    """A socket's writer that records the frames, and can be full."""

    def __init__(self) -> None:
        self.is_full = False
        self.on_writable: Callable[[], None] | None = None
        self.sent: list[str] = []

    def write_frame(self, frame: bytes) -> None:
        self.sent.append(frame[2:].decode())

    def free(self) -> None:
        self.is_full = False
        assert self.on_writable is not None
        self.on_writable()


def mailbox(known: int = 0) -> tuple[Mailbox, FakeWriter]:
    line = FakeWriter()
    return Mailbox(line, Reader("me", "en"), known), line


def put(box: Mailbox, *stamps: int, now: float = 0.0) -> None:
    for stamp in stamps:
        box.put(RenderedState(HERE, FakeState(stamp)), now)


def test_an_older_state_is_never_sent() -> None:
    box, line = mailbox(known=3)
    put(box, 2, 3, 5, 4, 5)
    assert line.sent == ["5 for me"]


def test_an_older_state_never_replaces_a_newer_one_that_waits() -> None:
    box, line = mailbox()
    line.is_full = True
    put(box, 7, 6)
    line.free()
    assert line.sent == ["7 for me"]


def test_a_page_that_acknowledges_nothing_gets_a_window_and_then_the_newest() -> None:
    box, line = mailbox()
    put(box, *range(1, MAX_UNACKNOWLEDGED + 5))
    assert len(line.sent) == MAX_UNACKNOWLEDGED
    box.acknowledge()
    assert line.sent[MAX_UNACKNOWLEDGED:] == [f"{MAX_UNACKNOWLEDGED + 4} for me"]


def test_an_acknowledgement_covers_all_before_it() -> None:
    box, line = mailbox()
    put(box, *range(1, MAX_UNACKNOWLEDGED + 2))
    box.acknowledge(MAX_UNACKNOWLEDGED)
    assert len(line.sent) == MAX_UNACKNOWLEDGED + 1
    put(box, *range(MAX_UNACKNOWLEDGED + 2, 2 * MAX_UNACKNOWLEDGED + 1))
    assert len(line.sent) == 2 * MAX_UNACKNOWLEDGED, "the window is free again but for one"
    put(box, 2 * MAX_UNACKNOWLEDGED + 1)
    assert len(line.sent) == 2 * MAX_UNACKNOWLEDGED


def test_acknowledging_an_unsent_message_frees_no_space() -> None:
    box, line = mailbox()
    box.acknowledge(10**9)
    for _ in range(3 * MAX_UNACKNOWLEDGED):
        box.acknowledge()
    put(box, *range(1, MAX_UNACKNOWLEDGED + 5))
    assert len(line.sent) == MAX_UNACKNOWLEDGED


def test_nothing_is_written_while_the_network_is_full() -> None:
    box, line = mailbox()
    line.is_full = True
    put(box, 1, 2, 3)
    assert line.sent == []
    line.free()
    assert line.sent == ["3 for me"]


def test_a_page_is_overdue_when_it_has_been_behind_for_the_deadline() -> None:
    box, _line = mailbox()
    put(box, *range(1, MAX_UNACKNOWLEDGED + 1))
    assert not box.is_overdue(10 * ACKNOWLEDGEMENT_DEADLINE), "nothing waits for it"
    put(box, MAX_UNACKNOWLEDGED + 1, now=100)
    put(box, MAX_UNACKNOWLEDGED + 2, now=100 + ACKNOWLEDGEMENT_DEADLINE)
    assert not box.is_overdue(100 + ACKNOWLEDGEMENT_DEADLINE)
    assert box.is_overdue(101 + ACKNOWLEDGEMENT_DEADLINE)
    box.acknowledge()
    assert not box.is_overdue(200 + ACKNOWLEDGEMENT_DEADLINE)


def test_a_failed_delivery_is_tried_again() -> None:
    class BrokenState(FakeState):
        def render(self, perspective: str) -> str:
            raise ValueError("no words for this")

    box, line = mailbox()
    with pytest.raises(ValueError, match="no words"):
        box.put(RenderedState(HERE, BrokenState(4)), 0)
    assert box.stamp == 0, "it has not come"
    put(box, 4)
    assert line.sent == ["4 for me"]


def test_only_the_newest_waiting_direct_message_with_a_key_is_sent() -> None:
    box, line = mailbox()
    line.is_full = True
    for key, text in (("a", b"a1"), ("b", b"b1"), ("a", b"a2")):
        box.put_direct_message(key, b"##" + text)
    put(box, 1)
    assert line.sent == []
    line.free()
    assert line.sent == ["1 for me", "a2", "b1"]


def test_a_page_that_falls_behind_gets_the_latest_direct_messages() -> None:
    box, line = mailbox()
    for number in range(MAX_UNACKNOWLEDGED + 3):
        box.put_direct_message("a", b"##%d" % number)
    assert len(line.sent) == MAX_UNACKNOWLEDGED
    put(box, 1)
    box.acknowledge()
    assert line.sent[MAX_UNACKNOWLEDGED:] == ["1 for me", f"{MAX_UNACKNOWLEDGED + 2}"]
