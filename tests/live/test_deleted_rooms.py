"""Pages that show a room are closed once it is deleted, in every process."""

from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed

from games.live.subscribers import CLOSE_UNKNOWN
from games.play.services.rooms import MAX_OPEN_ROOMS
from tests.live.client import Page, Visitor
from tests.live.live_table import Table
from tests.processes import PATIENCE

pytestmark = pytest.mark.usefixtures("calm_site")


def open_room(host: Visitor) -> str:
    answer = host.post("/rooms/friend/", htmx=False)
    assert answer.status == 302, answer.text
    return answer.headers["Location"].split("/")[2]


def receive_all(page: Page) -> None:
    while True:
        page.socket.recv(timeout=PATIENCE)


def test_a_page_waiting_in_a_deleted_room_is_closed_with_its_code(
    lay_table: Callable[..., Table],
) -> None:
    """A host who opens one room too many loses the oldest one without other players."""
    site = lay_table(started=False).site
    host, phone = Visitor(site.web(0)), Visitor(site.web(1))
    host.get("/")
    phone.cookies |= host.cookies
    oldest, *_others = [open_room(host) for _room in range(MAX_OPEN_ROOMS)]
    with Page(phone, oldest) as page:
        page.bundle()
        open_room(host)
        with pytest.raises(ConnectionClosed):
            receive_all(page)
        assert page.socket.close_code == CLOSE_UNKNOWN
