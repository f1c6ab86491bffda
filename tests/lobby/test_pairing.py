""" "Play now": strangers who press it meet, whoever is first, and nobody meets themselves."""

import threading
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from games.lobby.services.pairing import play_now
from games.play.chairs import AWAY_AFTER
from games.play.models import Game, Room
from games.play.services import hosting, seats
from games.play.services.rooms import RoomWishes
from games.players.models import Player
from games.players.services import blocks
from games.rules.variants import get_variant
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def wishes(lexicon) -> RoomWishes:
    options = get_variant("scrabble").options()
    return RoomWishes("scrabble", "en", lexicon, 2, options, starts_full=True)


def sits_in(room: Room) -> list[str]:
    holders = table_of(room).holders.order_by("pk")
    return [holder.player.nickname for holder in holders]


def press(client: Client, **fields: str) -> Room:
    """Press the button; the room one lands in."""
    answer = client.post("/rooms/now/", fields)
    assert answer.status_code == 302, answer.content.decode()[:2000]
    return Room.objects.get(code=answer.headers["Location"].split("/")[2])


def test_two_strangers_meet_and_the_game_begins(lexicon) -> None:
    first, second = Client(), Client()
    opened = press(first, name="Fern")
    assert table_of(opened).status == Game.Status.WAITING
    assert press(first, name="Fern") == opened, "one waits in one room"
    assert press(second, name="Moss") == opened
    assert sits_in(opened) == ["Fern", "Moss"]
    assert table_of(opened).running
    assert press(Client()) != opened


@pytest.mark.django_db(transaction=True)
def test_two_who_press_at_once_land_in_the_same_room(wishes) -> None:
    landed: list[Room] = []
    gate = threading.Barrier(4)

    def go() -> None:
        gate.wait()
        landed.append(play_now(uuid4(), "", {}, wishes, NOON))
        connection.close()

    threads = [threading.Thread(target=go) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(landed) == 4
    assert len({room.pk for room in landed}) == 2
    assert all(table_of(room).running for room in landed)


def test_what_fits_the_filter_is_taken_and_nothing_else(open_table, people, wishes) -> None:
    room = open_table(seats=3, started=False)
    seats.stand(room.code, people[2], NOON)
    moss = uuid4()
    assert play_now(moss, "Moss", {"seats": "2"}, wishes, NOON) != room
    assert play_now(moss, "Moss", {"seats": "3", "game": "scrabble"}, wishes, NOON) == room
    assert sits_in(room)[-1] == "Moss"
    assert Room.objects.count() == 1, "who has found a table waits at no other"


def test_not_into_a_room_that_is_ones_own_locked_closed_or_deserted(
    open_table, people, wishes
) -> None:
    room = open_table(started=False)
    seats.stand(room.code, people[1], NOON)
    opened = play_now(people[0].pk, "", {}, wishes, NOON)
    assert opened != room
    opened.delete()
    late = NOON + AWAY_AFTER * 3
    assert play_now(uuid4(), "", {}, wishes, late) != room, "nobody is there"
    Room.objects.filter(pk=room.pk).update(seen_at=late + timedelta(days=1))
    hosting.remove(room.code, people[0], people[2].pk, NOON)
    hosting.lock(room.code, people[0], locked=True, now=NOON)
    assert play_now(people[3].pk, "", {}, wishes, NOON) != room
    hosting.lock(room.code, people[0], locked=False, now=NOON)
    Room.objects.exclude(pk=room.pk).delete()
    assert play_now(people[2].pk, "", {}, wishes, NOON) != room


def test_the_blocked_do_not_meet(open_table, people, wishes) -> None:
    room = open_table(started=False)
    seats.stand(room.code, people[1], NOON)
    blocks.block(people[2], people[0], NOON)
    assert play_now(people[2].pk, "", {}, wishes, NOON) != room


def test_a_name_too_like_the_hosts_goes_to_another_table(open_table, people, wishes) -> None:
    room = open_table(started=False)
    seats.stand(room.code, people[1], NOON)
    twin = Player.objects.create(nickname="Arnber")
    assert play_now(twin.pk, "", {}, wishes, NOON) != room


def test_the_room_is_as_chosen_or_as_last_time(lexicon) -> None:
    client = Client()
    room = press(client, **{"only-game": "qwibble"})
    assert room.variant == "qwibble"
    Room.objects.all().delete()
    room = press(client, **{"only-seats": "3", "only-time": "5+5"})
    assert (room.variant, room.seats_total) == ("scrabble", 3)
    assert room.options["clock"]["seconds"] == 300


@pytest.mark.parametrize(
    "wrong",
    [
        {"only-dictionary": "nowhere"},
        {"only-time": "yesterday"},
        {"only-seats": "9"},
        {"only-game": "qwibble", "only-seats": "4"},
    ],
)
def test_what_no_room_can_be_is_said_and_nothing_is_made(lexicon, wrong) -> None:
    answer = Client().post("/rooms/now/", wrong)
    assert answer.status_code == 422
    assert "No game can be as you have chosen" in answer.content.decode()
    assert not Room.objects.exists()


def test_a_bad_name_is_told_beside_it(lexicon) -> None:
    answer = Client().post("/rooms/now/", {"name": "Administrator"})
    assert answer.status_code == 422
    assert 'id="nick-error"' in answer.content.decode()
    assert not Room.objects.exists()
