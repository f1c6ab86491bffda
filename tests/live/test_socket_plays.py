"""Plays of a duplicate game over sockets, and what players get of their own after the turn."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.connection import Connection

from games.live.sockets import CLOSE_BAD_MESSAGE
from tests.live.client import Answer, Visitor
from tests.live.socket_plays import SocketAnswer, open_socket, read_answer, send_play
from tests.live.test_duplicate import find_best, wait_for
from tests.live.test_duplicate_races import audit, get_code, open_game
from tests.live.test_races import at_once
from tests.processes import PATIENCE
from tests.site_processes import Site, SiteMaker

NAMES = ("Amber P", "Jade P", "Cobalt P", "Rust P", "Teal P", "Ochre P")
IMPOSSIBLE = {"turn": 1, "position": "1A", "tiles": "QQ"}


class Table:
    """A running duplicate game, and the open page of each player."""

    def __init__(self, site: Site, pages: ExitStack, *names: str) -> None:
        self.site = site
        self.path, self.people = open_game(site, *names)
        self.code = get_code(self.path)
        assert self.people[0].post(f"{self.path}start").status == 200
        best = find_best(site, self.code)
        self.play: dict[str, Any] = {"turn": 1, "position": best["position"]}
        self.play["tiles"] = best["tiles"]
        self.sockets = [pages.enter_context(self.open(visitor)) for visitor in self.people]

    def open(self, visitor: Visitor) -> Connection:
        socket = open_socket(visitor, self.code)
        wait_for(socket, "playing")
        return socket

    def end_turn(self) -> None:
        for visitor in self.people:
            assert visitor.post(f"{self.path}done", turn=1).status == 200


@pytest.fixture
def pages() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def read_all(socket: Connection, until: str) -> str:
    """Return everything that comes up to the first message with this text."""
    end, received = time.monotonic() + PATIENCE, ""
    while until not in received:
        received += str(socket.recv(timeout=max(end - time.monotonic(), 0.01)))
    return received


def test_a_play_is_stored_and_answered_to_its_page_alone(site: Site, pages: ExitStack) -> None:
    table = Table(site, pages, *NAMES[:2])
    amber, jade = table.sockets
    send_play(amber, **table.play, key="one")
    answer = read_answer(amber)
    assert (answer.key, answer.status) == ("one", 200)
    assert "Sent:" in answer.text
    points = audit(site, table.code)["points"]
    assert points[NAMES[0]] > 0
    table.end_turn()
    received = read_all(jade, "_own_result")
    assert "Sent:" not in received
    assert "You sent no play." in received


def test_each_player_gets_their_own_result_without_asking(site: Site, pages: ExitStack) -> None:
    table = Table(site, pages, *NAMES[:2])
    stranger = pages.enter_context(table.open(Visitor(site.web(1))))
    amber, jade = table.sockets
    send_play(amber, **table.play, key="best")
    assert read_answer(amber).status == 200
    table.end_turn()
    assert "You found the best score!" in read_all(amber, "_own_result")
    assert "You found the best score!" not in read_all(jade, "_own_result")
    assert table.people[0].post(f"{table.path}skip", turn=1).status == 200
    assert "Nothing sent yet" in read_all(jade, "Nothing sent yet")
    assert "_own_" not in read_all(stranger, '"turn":2')


def test_plays_at_the_same_moment_are_all_stored(site: Site, pages: ExitStack) -> None:
    """Each player sends two plays, from the page and from another one."""
    table = Table(site, pages, *NAMES)
    others = [pages.enter_context(table.open(visitor)) for visitor in table.people]

    def submit(socket: Connection, key: str) -> Callable[[], SocketAnswer]:
        def sending() -> SocketAnswer:
            send_play(socket, **table.play, key=key)
            return read_answer(socket)

        return sending

    sockets = [*table.sockets, *others]
    answers = at_once([submit(socket, f"key-{n}") for n, socket in enumerate(sockets)])
    assert {answer.status for answer in answers} == {200}
    found = audit(site, table.code)
    assert sorted(found["keys"]) == sorted(f"key-{n}" for n in range(len(sockets)))
    assert set(found["points"]) == set(NAMES)
    assert 0 not in found["points"].values()


def test_a_key_counts_once_over_socket_and_request(site: Site, pages: ExitStack) -> None:
    """Also once the turn is over: the answer to the first one may have been lost."""
    table = Table(site, pages, NAMES[0])
    (socket,) = table.sockets

    def send() -> SocketAnswer:
        send_play(socket, **table.play, key="same")
        return read_answer(socket)

    def post() -> Answer:
        return table.people[0].post(f"{table.path}submit", **table.play, key="same")

    asks: list[Callable[[], SocketAnswer | Answer]] = [send, post]
    assert [answer.status for answer in at_once(asks)] == [200, 200]
    assert audit(site, table.code)["keys"] == ["same"]
    table.end_turn()
    assert send().status == 200
    send_play(socket, **table.play, key="another")
    late = read_answer(socket)
    assert late.status == 409
    assert "That turn is over." in late.text


def test_a_play_that_is_not_allowed_is_refused(site: Site, pages: ExitStack) -> None:
    table = Table(site, pages, NAMES[0])
    (amber,) = table.sockets
    send_play(amber, **IMPOSSIBLE, key="bad")
    refused = read_answer(amber)
    assert (refused.key, refused.status) == ("bad", 422)
    assert 'id="_message"' in refused.text
    stranger = Visitor(site.web(0), "Fern P")
    stranger.get("/")
    for visitor in (stranger, Visitor(site.web(0))):
        with table.open(visitor) as socket:
            send_play(socket, **table.play, key="stranger")
            assert read_answer(socket).status == 403
    assert audit(site, table.code)["keys"] == []


@pytest.mark.parametrize(
    "text",
    [
        *("play", "play {}", "play []", "play {", 'play {"turn": 1}', "play " + "[" * 60_000),
        'play {"turn": "1", "position": "8H", "tiles": "AB", "key": "<b>"}',
        'play {"turn": "-1", "position": "8H", "tiles": "AB", "key": "k"}',
        'play {"turn": "1", "position": 8, "tiles": "AB", "key": "k"}',
        'play {"turn": "1", "position": "8H", "tiles": "A\\u0000", "key": "k"}',
    ],
)
def test_a_malformed_play_ends_the_socket(
    site: Site, pages: ExitStack, waiting_game: str, text: str
) -> None:
    visitor = Visitor(site.web(0))
    socket = pages.enter_context(open_socket(visitor, waiting_game))
    socket.send(text)
    with pytest.raises(ConnectionClosed) as closed:
        read_all(socket, "no such text")
    assert closed.value.rcvd
    assert closed.value.rcvd.code == CLOSE_BAD_MESSAGE


@pytest.fixture(scope="module")
def games_by_site() -> dict[str, str]:
    return {}


@pytest.fixture
def waiting_game(site: Site, games_by_site: dict[str, str]) -> str:
    """Return the code of a game that has not started; the tests of a site share it."""
    if site.kind not in games_by_site:
        games_by_site[site.kind] = get_code(open_game(site, "Slate P")[0])
    return games_by_site[site.kind]


def test_plays_are_limited_like_other_moves(site_maker: SiteMaker, pages: ExitStack) -> None:
    limited = site_maker.make("embedded", LIMITS="true")
    try:
        table = Table(limited, pages, NAMES[0])
        (socket,) = table.sockets
        statuses = []
        for number in range(30):
            send_play(socket, **table.play, key=f"many-{number}")
            answer = read_answer(socket)
            statuses.append(answer.status)
        assert statuses[:20] == [200] * 20
        assert 429 in statuses
        assert answer.wait >= 1 or answer.status == 200
    finally:
        pages.close()
        site_maker.close(limited)
