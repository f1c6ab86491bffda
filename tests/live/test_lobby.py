"""The lobby's lists come by themselves, by the same transport as a room's bundles."""

import time
from collections.abc import Callable

from websockets.sync.client import connect
from websockets.sync.connection import Connection
from websockets.typing import Origin

from games.live.listeners import PULSE
from tests.live.client import Visitor
from tests.live.tables import Table
from tests.sites import Site

LIMIT = 3 * PULSE + 5
"""Seconds within which a change is shown: the hub looks every few."""


def open_lobby(visitor: Visitor) -> Connection:
    page = visitor.get("/")
    assert page.status == 200
    address = page.text.split('ws-connect="')[1].split('"')[0]
    return connect(
        visitor.web.ws_url + address,
        origin=Origin(visitor.web.url),
        additional_headers={"Cookie": visitor.cookie_header},
        max_size=None,
    )


def wait_for(socket: Connection, words: str) -> str:
    """The first lists that hold these words."""
    end = time.monotonic() + LIMIT
    while True:
        text = str(socket.recv(timeout=max(end - time.monotonic(), 0.01)))
        if 'id="lists"' in text and words in text:
            return text


def test_a_new_room_appears_in_open_lobbies_of_every_process(
    site: Site, lay_table: Callable[..., Table]
) -> None:
    stranger, friend = Visitor(site.web(0)), Visitor(site.web(1), "friend")
    with open_lobby(stranger) as one, open_lobby(friend) as other:
        table = lay_table(started=False, empty=1)
        for socket in (one, other):
            lists = wait_for(socket, table.title)
            assert "Rooms waiting" in lists
            assert lists.startswith('<div class="stack" id="notices"')


def test_ones_own_turn_is_shown_to_oneself_alone(
    site: Site, lay_table: Callable[..., Table]
) -> None:
    table = lay_table(public="")
    mover = table.mover
    waiting, stranger = table.people[1 - mover], Visitor(site.web(1))
    with open_lobby(waiting) as own, open_lobby(stranger) as other:
        table.play()
        assert table.title in wait_for(own, "Your turn")
        visible = lay_table(started=False, empty=1)
        assert table.title not in wait_for(other, visible.title)
