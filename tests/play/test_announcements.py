"""The status line: what the last play was, and whom a waiting room waits for."""

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.test import Client

from games.play.models import Room
from games.play.perspective import build_room_view
from games.play.perspective.announcements import announce_last_play
from games.play.services import hosting, invitations, seats
from games.play.services.naming import rename_player
from games.players.models import Player
from games.rules.equipment.tiles import load_tile_set
from tests.play.conftest import NOON


def announce_play(position: str, tiles: str, kind: str = "play") -> str:
    seen = SimpleNamespace(
        last_played=SimpleNamespace(position=position, tiles=tiles),
        record=[SimpleNamespace(kind=kind)],
        tile_set=load_tile_set("en"),
    )
    return announce_last_play(cast("Any", seen))


@pytest.mark.parametrize(
    ("position", "tiles", "said"),
    [
        ("8H", "CRY", "H8 across."),
        ("H8", "C.RY", "H8 down."),
        ("1A", "CRy", "A1 across. The blank is Y."),
        ("1A", "cRy", "A1 across. The blanks are C, Y."),
    ],
)
def test_a_play_is_announced_with_its_place_and_blanks(
    position: str, tiles: str, said: str
) -> None:
    assert announce_play(position, tiles) == said


def test_only_the_last_move_is_announced() -> None:
    assert announce_play("8H", "CRY", kind="challenge") == ""


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_a_waiting_room_explains_what_is_missing(
    open_table: Callable[..., Room], people: list[Player]
) -> None:
    """The host reads what to do, and the others read whom they are waiting for."""
    room = open_table(seats=3, started=False)
    host, guest, last = people[:3]

    def read(player: Player | None) -> str:
        return build_room_view(room.code, player).say

    assert read(host) == "Everyone's here – you can start."
    assert read(guest) == "Waiting for Amber to start."
    assert read(None) == "Waiting for Amber to start."

    seats.leave_seat(room.code, last, NOON)
    assert read(host) == "You can start now or wait for one more player."
    assert read(guest) == "Waiting for one more player."

    seats.leave_seat(room.code, guest, NOON)
    assert read(host) == "Waiting for 2 more players. Send them the link."
    assert read(guest) == "Take an open seat or stay and watch."


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_one_missing_player_is_one_player(
    open_table: Callable[..., Room], people: list[Player]
) -> None:
    room = open_table(started=False)
    seats.leave_seat(room.code, people[1], NOON)
    view = build_room_view(room.code, people[0])
    assert view.say == "Waiting for one more player. Send them the link."


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_the_name_of_the_host_is_isolated(
    open_table: Callable[..., Room], people: list[Player]
) -> None:
    room = open_table(started=False)
    rename_player(people[0], "דנה")
    view = build_room_view(room.code, people[1])
    assert view.say == "Waiting for \u2068דנה\u2069 to start."


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_a_reserved_seat_is_offered_to_no_one_else(
    open_table: Callable[..., Room], people: list[Player], client_of: Callable[..., Client]
) -> None:
    """The page does not ask for another player."""
    room = open_table(started=False)
    seats.leave_seat(room.code, people[1], NOON)
    page = f"/r/{room.code}/"
    browser = client_of(people[0])
    assert "Invite a friend" in browser.get(page).content.decode()
    invitations.invite_player(room.code, people[0], "Cobalt", NOON)
    words = browser.get(page).content.decode()
    assert "Invite a friend" not in words
    assert re.search(r"<h2>\s*Waiting for Cobalt\s*</h2>", words)
    assert build_room_view(room.code, people[0]).say == "Waiting for Cobalt."


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_a_locked_room_promises_no_seat(
    open_table: Callable[..., Room], people: list[Player], client_of: Callable[..., Client]
) -> None:
    room = open_table(started=False)
    seats.leave_seat(room.code, people[1], NOON)
    hosting.set_locked(room.code, people[0], locked=True, now=NOON)
    words = client_of(people[0]).get(f"/r/{room.code}/").content.decode()
    assert "sits down" not in words
    expected = "The room is locked. Only invited players can sit down."
    assert build_room_view(room.code, people[0]).say == expected
