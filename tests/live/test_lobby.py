"""The lobby's lists and a player's notices are pushed to pages in every process."""

import time
from collections.abc import Callable

from websockets.sync.client import connect
from websockets.sync.connection import Connection
from websockets.typing import Origin

from tests.live.client import Visitor
from tests.live.live_table import Table
from tests.processes import PATIENCE
from tests.site_processes import Site


def open_socket(visitor: Visitor, path: str, release: str = "") -> Connection:
    page = visitor.get("/")
    assert page.status == 200
    stamp = page.text.split('data-stamp="')[1].split('"')[0] if path == "lobby" else "0"
    return connect(
        f"{visitor.web.ws_url}/ws/{path}/?stamp={stamp}&release={release}",
        origin=Origin(visitor.web.url),
        additional_headers={"Cookie": visitor.cookie_header},
        max_size=None,
        open_timeout=PATIENCE,
    )


def wait_for(socket: Connection, part: str, words: str) -> str:
    """Wait for the first lists that contain these words."""
    end = time.monotonic() + PATIENCE
    while True:
        text = str(socket.recv(timeout=max(end - time.monotonic(), 0.01)))
        if f'id="{part}"' in text and words in text:
            return text


def test_a_new_room_appears_in_open_lobbies_of_every_process(
    site: Site, lay_table: Callable[..., Table]
) -> None:
    stranger, friend = Visitor(site.web(0)), Visitor(site.web(1), "friend")
    with open_socket(stranger, "lobby") as one, open_socket(friend, "lobby") as other:
        table = lay_table(started=False, empty=1)
        for socket in (one, other):
            lists = wait_for(socket, "_lists", table.title)
            assert "Open rooms" in lists
            assert 'id="_mine"' not in lists


def test_a_players_turn_is_shown_only_to_them(site: Site, lay_table: Callable[..., Table]) -> None:
    table = lay_table(public="")
    waiting, stranger = table.people[1 - table.mover], Visitor(site.web(1))
    with open_socket(waiting, "me") as own, open_socket(stranger, "me") as other:
        wait_for(own, "_mine", table.title)
        table.play()
        with open_socket(waiting, "me") as second:
            shown = wait_for(second, "_mine", "")
            assert "Your turn" in shown, "a new page receives earlier turns"
        assert table.title in wait_for(own, "_mine", "Your turn")
        first = wait_for(other, "_mine", "")
        assert table.title not in first


def test_only_a_page_of_another_release_learns_the_current_one(site: Site) -> None:
    visitor = Visitor(site.web(0))
    current = visitor.get("/").text.split('data-release="')[1].split('"')[0]
    assert current
    with open_socket(visitor, "me", "earlier") as outdated:
        assert outdated.recv(timeout=PATIENCE) == f"release {current}"
    for release in (current, ""):
        with open_socket(visitor, "me", release) as socket:
            assert "release" not in str(socket.recv(timeout=PATIENCE))[:8]
