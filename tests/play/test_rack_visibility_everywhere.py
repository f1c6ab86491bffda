"""The racks that each viewer can find at any address of a room, under every policy. Any five tiles
of a rack together count as found, in any order."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from games.play.models import Room
from games.play.perspective import build_room_views
from games.play.services import rack_visibility
from games.players.models import Player
from tests.live.crawler import UNKNOWN_VALUES, list_addresses
from tests.play.conftest import table_of
from tests.play.test_rack_visibility import open_room as open_room
from tests.play.test_rack_visibility import take_turn
from tests.play.test_secrecy import leaks, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

_CODE = re.compile(
    r"<script(?![^>]*application/json)[^>]*>.*?</script>|<script[^>]*></script>", re.DOTALL
)
OWN = {"rival": {1}, "mate": {0}, "owner": {0}}
"""The seats whose racks belong to the viewer."""

Seen = dict[str, set[int]]


@pytest.fixture
def look(people: list[Player], client_of: Callable[..., Client]) -> Callable[[Room], Seen]:
    """``look(room)``: for each viewer, the seats whose racks appear at any address of the room."""
    viewers = dict(zip(("owner", "rival", "mate", "spectator"), people, strict=True))
    clients = {name: client_of(player) for name, player in viewers.items()}
    clients["stranger"] = client_of(None)

    def seen(room: Room) -> Seen:
        state, game = state_of(room), str(table_of(room).pk)
        values = UNKNOWN_VALUES | {
            "code": [room.code],
            "number": ["0", str(state.turn_number)],
            "game_id": [game],
            "record_id": [game],
            "slug": ["nothing"],
            "key": [str(uuid4())],
        }
        here = (f"/r/{room.code}/", f"/games/{game}")
        # All addresses of the site, so that one added later is searched as well.
        paths = [path for path in list_addresses(values) if path.startswith(here)]
        assert len(paths) > 30
        found: Seen = {name: set() for name in clients}
        for name, client in clients.items():
            for path in paths:
                answer = client.get(path)
                text = answer.content.decode()
                data = answer.headers.get("Content-Type") == "application/json"
                bare = f"<script>{text}</script>" if data else _CODE.sub("", text)
                found[name] |= {n for n, s in enumerate(state.seats) if leaks(bare, s.rack)}
        return found

    return seen


ALONE = {"spectator": set[int](), "stranger": set[int]()} | OWN
WATCHED = {"spectator": {0, 1}, "stranger": {0, 1}} | OWN


def test_hidden_racks_are_visible_to_no_one_else(open_room, people, look) -> None:
    room = open_room("hidden", teams=True, mates={0: people[2]})
    take_turn(room, people)
    take_turn(room, people)
    assert look(room) == ALONE


@pytest.mark.full
def test_open_racks_are_visible_to_spectators_while_all_agree(open_room, people, look) -> None:
    room = open_room("open", teams=True, mates={0: people[2]})
    take_turn(room, people)
    for player in people[:3]:
        rack_visibility.agree_to_show_rack(room.code, player, agreed=True)
    assert look(room) == WATCHED
    rack_visibility.agree_to_show_rack(room.code, people[2], agreed=False)
    assert look(room) == ALONE, "one of the team has taken it back"


@pytest.mark.full
def test_delayed_racks_are_visible_to_no_one_before_their_time(open_room, people, look) -> None:
    room = open_room("3", teams=True, mates={0: people[2]})
    for _ in range(2):
        take_turn(room, people, exchange=True)
    assert look(room) == ALONE
    take_turn(room, people, exchange=True)
    assert all(seat.rack for seat in build_room_views(room.code).view_of("").seats)
