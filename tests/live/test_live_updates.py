"""Live updates to a page with an open socket: everything it may know, soon and in order."""

import re
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from games.live.mailbox import MAX_UNACKNOWLEDGED
from games.play.perspective.viewdata import MOVES_PER_BUNDLE
from games.rules.plays.acts import Exchange, Resign
from tests.live.bundles import Bundle, is_bundle
from tests.live.client import Page, Visitor
from tests.live.live_table import Table
from tests.processes import PATIENCE, wait_until
from tests.site_processes import Site

pytestmark = pytest.mark.usefixtures("calm_site")

LayTable = Callable[..., Table]


def test_every_page_receives_every_move_and_only_its_own_rack(
    lay_table: LayTable, opened: ExitStack
) -> None:
    table = lay_table(seats=3)
    seated = [opened.enter_context(person.open(table.code)) for person in table.people]
    watching = [opened.enter_context(table.spectator(n).open(table.code)) for n in range(4)]
    for _ in range(6):
        mover = table.mover
        answer = table.play()
        stamp = answer.bundle.stamp
        for seat, page in enumerate(seated):
            bundle = page.bundle(stamp)
            assert (bundle.seat, bundle.rack) == (seat, table.rack(seat))
        for page in watching:
            bundle = page.bundle(stamp)
            assert (bundle.seat, bundle.rack, bundle.turn) == (None, "", table.state.turn_number)
        assert seated[mover].bundle(stamp).text == answer.text


def test_a_page_receives_seats_the_start_and_the_next_game(
    lay_table: LayTable, opened: ExitStack
) -> None:
    table = lay_table(started=False, empty=1)
    guest = Visitor(table.site.web(1), f"Guest of {table.code}")
    guest.post("/name/", htmx=False, name=guest.name)
    watching = opened.enter_context(table.spectator(1).open(table.code))
    waiting = opened.enter_context(guest.open(table.code))
    assert waiting.bundle().seat is None
    stamp = guest.post(table.path + "sit", seat=1).bundle.stamp
    assert waiting.bundle(stamp).seat == 1, "a page known by its player gets the seat's view"
    table.people.append(guest)
    table.start()
    assert waiting.bundle(stamp + 1).rack == table.rack(1)
    first = watching.bundle(stamp + 1).game
    table.do(1, Resign())
    table.post(0, "rematch")
    stamp = table.post(1, "rematch").bundle.stamp
    assert watching.bundle(stamp).phase == "playing"
    assert watching.bundle(stamp).game != first


def test_a_page_that_is_up_to_date_receives_nothing_twice(lay_table: LayTable) -> None:
    table = lay_table()
    stamp = table.play().bundle.stamp
    with table.people[0].open(table.code, stamp) as page:
        page.read_spectators()
        page.socket.ping().wait(PATIENCE)
        assert page.newest is None or page.newest.stamp > stamp
        assert page.bundle(table.play().bundle.stamp).turn == 2


@pytest.mark.sampled("0", "x", "%00")
@pytest.mark.parametrize("said", ["0", "1", "-1", "x", "", "99999999999", "%00", "²"])
def test_a_page_that_missed_an_update_receives_it_at_once(lay_table: LayTable, said: str) -> None:
    table = lay_table()
    table.play()
    with connect(
        f"{table.site.web(1).ws_url}/ws/r/{table.code}/?stamp={said}",
        origin=Origin(table.site.web(1).url),
        open_timeout=PATIENCE,
    ) as socket:
        # Who is there may arrive before it.
        texts = (str(text) for text in iter(lambda: socket.recv(timeout=PATIENCE), None))
        assert Bundle(next(filter(is_bundle, texts))).turn == 1


def test_pages_are_counted_over_all_processes(site: Site, lay_table: LayTable) -> None:
    table = lay_table()

    def counts(number: int, count: int) -> bool:
        with table.spectator(number).open(table.code) as page:
            return any(page.read_spectators(25) == count for _sign in range(3))

    with ExitStack() as stack:
        for number in range(5):
            stack.enter_context(table.spectator(number).open(table.code))
        for number in range(2):
            all_of_them = partial(counts, number, 6)
            wait_until(all_of_them, "five pages and the one that asks", poll=0.3)
    wait_until(partial(counts, 0, 1), "all but the one that asks to be gone", poll=0.3)


def test_a_page_that_does_not_acknowledge_is_sent_only_the_newest(lay_table: LayTable) -> None:
    table = lay_table()
    with table.spectator(1).open(table.code, polite=False) as page:
        first = page.bundle().stamp
        for _ in range(MAX_UNACKNOWLEDGED + 4):
            last = table.play().bundle.stamp
        with table.spectator(1).open(table.code) as polite:
            polite.bundle(last)
        page.bundle(first + MAX_UNACKNOWLEDGED - 1)
        page.socket.ping().wait(PATIENCE)
        page.acknowledge(MAX_UNACKNOWLEDGED)
        assert page.bundle(last).turn == table.state.turn_number
        bundles = [text for text in page.received if "_state" in text]
        assert len(bundles) == MAX_UNACKNOWLEDGED + 1, "what lay between was left out"


MUST_BE_MASKED = 1002
TOO_BIG = 1009
UNREADABLE = 1003


@pytest.mark.sampled("hello", b"", "x" * 70_000)
@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("hello", UNREADABLE),
        ("", UNREADABLE),
        ("seen ", UNREADABLE),
        ('{"type": "room.changed"}', UNREADABLE),
        ("\0", UNREADABLE),
        ("x" * 60_000, UNREADABLE),
        (b"seen", UNREADABLE),
        (b"", UNREADABLE),
        ("x" * 70_000, TOO_BIG),
    ],
    ids=lambda value: repr(value)[:12],
)
def test_garbage_closes_its_own_socket_and_changes_nothing(
    lay_table: LayTable, opened: ExitStack, said: str | bytes, code: int
) -> None:
    table = lay_table()
    other = opened.enter_context(table.people[1].open(table.code))
    page = opened.enter_context(table.people[0].open(table.code))
    before = page.bundle()
    page.socket.send(said)
    assert page.close_code() == code
    table.check()
    assert other.bundle().position == before.position
    assert other.bundle(table.play().bundle.stamp).turn == 1


def test_a_broken_frame_closes_its_own_socket(lay_table: LayTable) -> None:
    table = lay_table()
    with table.people[0].open(table.code) as page:
        page.bundle()
        page.socket.socket.sendall(b"\x81\x04seen")  # a client must mask its frames
        assert page.close_code() == MUST_BE_MASKED
    table.check()


def test_acknowledging_an_unsent_message_does_no_harm(lay_table: LayTable) -> None:
    table = lay_table()
    with table.people[0].open(table.code) as page:
        page.acknowledge(40)
        assert page.bundle(table.play().bundle.stamp).turn == 1


FLOODS = {
    "acknowledgements": b"\x81\x84\0\0\0\0seen",
    "pings": b"\x89\x80\0\0\0\0",
    "pongs": b"\x8a\x80\0\0\0\0",
    "empty fragments": b"\x00\x80\0\0\0\0",
}
POLICY = 1008


@pytest.mark.sampled("acknowledgements", "empty fragments")
@pytest.mark.parametrize("kind", FLOODS)
def test_a_socket_that_sends_too_much_is_closed(lay_table: LayTable, kind: str) -> None:
    table = lay_table()
    with table.spectator().open(table.code) as page, table.people[0].open(table.code) as other:
        page.bundle()
        if kind == "empty fragments":
            page.socket.socket.sendall(b"\x01\x80\0\0\0\0")
        page.socket.socket.sendall(FLOODS[kind] * 2000)
        assert page.close_code() == POLICY
        assert other.bundle(table.play().bundle.stamp).turn == 1
    table.check()


def test_a_long_game_is_still_pushed(lay_table: LayTable) -> None:
    """Bundles carry only the latest moves, so they do not grow without end."""
    table = lay_table()
    with table.spectator(1).open(table.code) as page:
        for _ in range(MOVES_PER_BUNDLE + 4):
            table.do(table.mover, Exchange(table.state.seats[table.mover].rack[:1]))
        newest = page.bundle(table.play().bundle.stamp)
    assert newest.turn == MOVES_PER_BUNDLE + 5
    assert newest.text.count('<li value="') == MOVES_PER_BUNDLE
    assert len(newest.text) < 32_000
    link = re.search(r'hx-get="([^"]+)"', newest.text)
    assert link
    older = table.spectator().get(link[1]).text
    assert re.findall(r'<li value="(\d+)"', older) == ["5", "4", "3", "2", "1"]
    assert "hx-get" not in older


def test_an_unknown_room_is_closed_with_its_code(site: Site) -> None:
    with Page(Visitor(site.web(1)), "nowhere1") as page:
        assert page.close_code() == 4404
        assert page.received == []


@pytest.mark.sampled("null", None)
@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", None])
def test_a_socket_from_another_site_is_refused(lay_table: LayTable, origin: str | None) -> None:
    table = lay_table()
    with pytest.raises(InvalidStatus) as refused:
        connect(
            f"{table.site.web(0).ws_url}/ws/r/{table.code}/",
            origin=Origin(origin) if origin else None,
            additional_headers={"Cookie": table.people[0].cookie_header},
            open_timeout=PATIENCE,
        )
    assert refused.value.response.status_code == 403


def test_a_forged_session_watches_like_a_stranger(lay_table: LayTable) -> None:
    table = lay_table()
    stranger = table.spectator(1)
    stranger.cookies["sessionid"] = table.people[0].cookies["sessionid"][:-2] + "xx"
    with stranger.open(table.code) as page:
        assert (page.bundle().seat, page.bundle().rack) == (None, "")
