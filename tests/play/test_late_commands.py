"""Commands that arrive late or twice: they reach the person and the game they were meant for."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from games.play.models import Room
from games.play.perspective import build_room_view
from games.play.services import invitations, seats
from games.players.models import Player
from tests.play.conftest import NOON, member_at, table_of

pytestmark = pytest.mark.django_db

Send = Callable[..., int]


@pytest.fixture
def send(client_of) -> Send:
    """``send(player, room, "start", game=…)``: post a command, return the answer's status."""

    def post(player: Player, room: Room, command: str, **fields: object) -> int:
        return int(client_of(player).post(f"/r/{room.code}/{command}", fields).status_code)

    return post


def names_at(room: Room) -> list[str]:
    return [seat.name for seat in build_room_view(room.code, None).seats]


@pytest.mark.parametrize("command", ["host/unseat", "host/hand-over"])
def test_a_late_command_about_a_player_does_not_affect_their_successor(
    open_table, people, send: Send, command: str
) -> None:
    amber, cobalt, jade = people[:3]
    room = open_table(seats=2, started=False)
    meant = member_at(room, 1)
    seats.leave_seat(room.code, cobalt, NOON)
    seats.take_seat(room.code, jade, 1, NOON)
    assert send(amber, room, command, seat=1, who=meant) == 409
    assert send(amber, room, command, seat=1) == 422, "a seat number does not identify a player"
    assert names_at(room) == ["Amber", "Jade"]
    assert Room.objects.get().host_id == amber.pk


def test_a_command_sent_twice_removes_one_player(open_table, people, send: Send) -> None:
    amber, _cobalt, jade = people[:3]
    room = open_table(seats=3, started=False)
    fields = {"seat": 1, "who": member_at(room, 1), "game": table_of(room).pk}
    assert send(amber, room, "host/unseat", **fields) == 200
    seats.leave_seat(room.code, jade, NOON)
    seats.take_seat(room.code, jade, 1, NOON)
    assert send(amber, room, "host/unseat", **fields) == 409
    assert names_at(room) == ["Amber", "Jade", ""]


def test_a_late_withdrawal_does_not_affect_the_next_invitation(
    open_table, people, noon, send: Send
) -> None:
    amber, cobalt = people[:2]
    room = open_table(seats=2, started=False)
    seats.leave_seat(room.code, cobalt, NOON)
    invitations.invite_player(room.code, amber, "Cobalt", NOON)
    (meant,) = build_room_view(room.code, amber).seats[1].invitations
    invitations.decline_invitation(room.code, cobalt, NOON)
    invitations.invite_player(room.code, amber, "Jade", NOON)
    assert send(amber, room, "withdraw", who=meant) == 409
    assert send(amber, room, "withdraw", who="1 x") == 422
    assert build_room_view(room.code, amber).seats[1].reserved_for == "Jade"
    (other,) = build_room_view(room.code, amber).seats[1].invitations
    assert send(amber, room, "withdraw", who=f"{meant} {other}") == 200
    assert build_room_view(room.code, amber).seats[1].reserved_for == ""


COMMANDS: dict[str, dict[str, str]] = {
    "sit": {"seat": "1"},
    "stand": {},
    "leave": {},
    "computer": {"seat": "1", "level": "1"},
    "computer/dismiss": {"seat": "1"},
    "start": {},
    "rematch": {},
    "invite": {"name": "Rust"},
    "withdraw": {"who": "1"},
    "decline": {},
    "absence": {"seat": "1", "choice": "wait"},
    "host/unseat": {"seat": "1", "who": "1"},
    "host/hand-over": {"seat": "1", "who": "{member}"},
}


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_of_a_game_reaches_another_one(
    open_table, people, client_of, command: str
) -> None:
    room = open_table(seats=2)
    fields = {
        name: value.format(member=member_at(room, 1)) for name, value in COMMANDS[command].items()
    }
    stamp, page = Room.objects.get().stamp, f"/r/{room.code}/{command}"
    late = client_of(people[0]).post(page, fields | {"game": str(uuid4())})
    assert (late.status_code, "The game has moved on" in late.content.decode()) == (409, True)
    assert client_of(people[0]).post(page, fields | {"game": "this one"}).status_code == 422
    assert Room.objects.get().stamp == stamp


def test_a_late_rematch_is_not_an_offer_after_the_next_game(open_table, people, send: Send) -> None:
    amber, cobalt = people[:2]
    room = open_table(seats=2)
    first = table_of(room).pk
    send(amber, room, "resign", game=first, turn=0, key="1")
    assert send(amber, room, "rematch", game=first) == 200
    assert send(cobalt, room, "rematch", game=first) == 200
    second = table_of(room)
    send(cobalt, room, "resign", game=second.pk, turn=0, key="2")
    assert send(amber, room, "rematch", game=first) == 409
    assert send(amber, room, "rematch", game=second.pk) == 200
    assert table_of(room).rematch_seats == [
        seat.number for seat in build_room_view(room.code, None).seats if "Amber" in seat.names
    ]
