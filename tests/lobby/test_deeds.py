"""The lobby's one form: a name, a room, an opponent, or nothing at all."""

import pytest
from django.test import Client

from games.lobby.services.opening import SAME_CLICK
from games.play.models import Game, Room
from games.play.services import rooms
from games.play.services.rooms import MOST_OPEN
from games.players.models import Player

pytestmark = pytest.mark.django_db

ROOM = {
    "variant": "scrabble",
    "seats": "2",
    "lexicon": "few",
    "challenge": "single",
    "end_rule": "passes",
    "adjustment": "standard",
    "exchange_minimum": "7",
    "placement": "strict",
    "public": "on",
}
COMPUTER = {"computer-level": "2", "computer-variant": "scrabble"}


@pytest.fixture
def newcomer(lexicon) -> Client:
    """A browser that has seen the lobby and done nothing yet."""
    client = Client()
    client.get("/")
    return client


@pytest.mark.parametrize(("address", "fields"), [("/rooms/", ROOM), ("/rooms/computer/", COMPUTER)])
def test_the_typed_name_is_the_hosts(newcomer, address: str, fields) -> None:
    assert newcomer.post(address, fields | {"name": "Fern"}).status_code == 302
    room = Room.objects.get()
    assert (room.host.nickname, room.title) == ("Fern", "Fern's table")


@pytest.mark.parametrize(("address", "fields"), [("/rooms/", ROOM), ("/rooms/computer/", COMPUTER)])
def test_a_wrong_name_is_told_beside_it_and_nothing_is_made(newcomer, address: str, fields) -> None:
    answer = newcomer.post(address, fields | {"name": "Administrator", "title": "Kitchen"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'id="nick-error"' in page
    assert 'value="Administrator"' in page, "what was typed stays"
    assert 'value="Kitchen"' in page
    assert not Room.objects.exists()
    assert not Player.objects.exists()


def test_a_misspelt_opponent_makes_no_room(newcomer) -> None:
    answer = newcomer.post("/rooms/", ROOM | {"name": "Fern", "opponent": "Nobody"})
    assert answer.status_code == 404
    assert answer.context["form"].errors["opponent"] == ["Nobody here is called Nobody."]
    assert not Room.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize(("address", "fields"), [("/rooms/", ROOM), ("/rooms/computer/", COMPUTER)])
def test_one_form_sent_twice_makes_one_room(newcomer, address: str, fields) -> None:
    key = newcomer.get("/").context["key"]
    answers = [newcomer.post(address, fields | {"key": key}) for _click in range(2)]
    assert len({answer.headers["Location"] for answer in answers}) == 1
    assert Room.objects.count() == Player.objects.count() == 1
    Room.objects.update(created_at=Room.objects.get().created_at - SAME_CLICK * 2)
    newcomer.post(address, fields | {"key": key})
    assert Room.objects.count() == 2


def test_a_player_has_a_few_open_rooms_at_most(newcomer, monkeypatch) -> None:
    for _room in range(MOST_OPEN + 2):
        assert newcomer.post("/rooms/", ROOM).status_code == 302
    assert Room.objects.count() == MOST_OPEN, "the oldest with nobody else in it made way"
    Game.objects.all().delete()
    Room.objects.update(stage=Room.Stage.PLAYING)
    monkeypatch.setattr(rooms, "MOST_GOING", MOST_OPEN)
    answer = newcomer.post("/rooms/computer/", COMPUTER)
    assert answer.status_code == 409
    assert "rooms open already" in str(answer.context["computer"].non_field_errors())
    assert Room.objects.count() == MOST_OPEN


def test_a_game_for_two_takes_two_however_many_were_chosen_before(newcomer) -> None:
    answer = newcomer.post("/rooms/", ROOM | {"variant": "qwibble", "seats": "4"})
    assert answer.status_code == 302
    assert Room.objects.get().seats_total == 2


def test_a_wrong_level_is_told_where_it_is_chosen(newcomer) -> None:
    answer = newcomer.post("/rooms/computer/", COMPUTER | {"computer-level": "9"})
    assert answer.status_code == 422
    assert list(answer.context["computer"].errors) == ["level"]
    assert "There is no computer player of that level." in answer.content.decode()
