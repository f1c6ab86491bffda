"""Strangers who press "Find an opponent" are matched in any order, and never with themselves."""

import threading
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from games.lobby.services.matchmaking import find_or_open_game
from games.play.models import Game, Room
from games.play.services import hosting, seats
from games.play.services.room_settings import RoomSettings
from games.play.terms.seating import AWAY_AFTER
from games.players.models import Player
from games.players.services import blocks
from games.rules.positions.variants import get_variant
from lexicon.models import Lexicon
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def room_settings(lexicon) -> RoomSettings:
    options = get_variant("scrabble").options()
    return RoomSettings("scrabble", "en", lexicon, 2, options, start_when_full=True)


def sits_in(room: Room) -> list[str]:
    holders = table_of(room).holders.order_by("pk")
    return [holder.player.nickname for holder in holders]


def press(client: Client, **fields: str) -> Room:
    """Press the button, and return the room it leads to."""
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
def test_two_simultaneous_players_get_the_same_room(room_settings) -> None:
    landed: list[Room] = []
    gate = threading.Barrier(4)

    def go() -> None:
        gate.wait()
        landed.append(find_or_open_game(uuid4(), "", {}, room_settings, NOON))
        connection.close()

    threads = [threading.Thread(target=go) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(landed) == 4
    assert len({room.pk for room in landed}) == 2
    assert all(table_of(room).running for room in landed)


def test_only_rooms_that_match_the_filter_are_joined(open_table, people, room_settings) -> None:
    room = open_table(seats=3, started=False)
    seats.leave_seat(room.code, people[2], NOON)
    moss = uuid4()
    assert find_or_open_game(moss, "Moss", {"seats": "2"}, room_settings, NOON) != room
    assert (
        find_or_open_game(moss, "Moss", {"seats": "3", "game": "scrabble"}, room_settings, NOON)
        == room
    )
    assert sits_in(room)[-1] == "Moss"
    assert Room.objects.count() == 1, "who has found a table waits at no other"


def test_own_locked_closed_and_empty_rooms_are_not_joined(
    open_table, people, room_settings
) -> None:
    room = open_table(started=False)
    seats.leave_seat(room.code, people[1], NOON)
    opened = find_or_open_game(people[0].pk, "", {}, room_settings, NOON)
    assert opened != room
    opened.delete()
    late = NOON + AWAY_AFTER * 3
    assert find_or_open_game(uuid4(), "", {}, room_settings, late) != room, "the room is empty"
    Room.objects.filter(pk=room.pk).update(seen_at=late + timedelta(days=1))
    hosting.remove_visitor(room.code, people[0], people[2].pk, NOON)
    hosting.set_locked(room.code, people[0], locked=True, now=NOON)
    assert find_or_open_game(people[3].pk, "", {}, room_settings, NOON) != room
    hosting.set_locked(room.code, people[0], locked=False, now=NOON)
    Room.objects.exclude(pk=room.pk).delete()
    assert find_or_open_game(people[2].pk, "", {}, room_settings, NOON) != room


def test_blocked_players_are_not_matched(open_table, people, room_settings) -> None:
    room = open_table(started=False)
    seats.leave_seat(room.code, people[1], NOON)
    blocks.block_player(people[2], people[0], NOON)
    assert find_or_open_game(people[2].pk, "", {}, room_settings, NOON) != room


def test_a_player_named_like_the_host_gets_another_room(open_table, people, room_settings) -> None:
    room = open_table(started=False)
    seats.leave_seat(room.code, people[1], NOON)
    twin = Player.objects.create(nickname="Arnber")
    assert find_or_open_game(twin.pk, "", {}, room_settings, NOON) != room


def test_a_new_room_has_the_chosen_or_the_last_settings(lexicon) -> None:
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
def test_impossible_settings_are_explained_and_create_nothing(lexicon, wrong) -> None:
    answer = Client().post("/rooms/now/", wrong)
    assert answer.status_code == 422
    assert "No game fits your filter" in answer.content.decode()
    assert not Room.objects.exists()


def test_an_invalid_name_is_explained_beside_the_field(lexicon) -> None:
    answer = Client().post("/rooms/now/", {"name": "Administrator"})
    assert answer.status_code == 422
    assert 'id="guest-name-error"' in answer.content.decode()
    assert not Room.objects.exists()


def test_a_language_stands_for_its_regions(lexicon) -> None:
    Lexicon.objects.filter(pk=lexicon.pk).update(language="en-GB")
    opened = press(Client(), name="Fern", language="en")
    assert opened.lexicon.language == "en-GB"
    assert press(Client(), name="Moss", language="en") == opened
    listed = press(Client(), name="Reed")
    assert "English (GB)" in Client().get("/").content.decode()
    assert press(Client(), name="Sedge", language="en-GB") == listed
