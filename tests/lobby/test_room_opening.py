"""Opening a room from the lobby: with a name, a title, an opponent, or none of them."""

import pytest
from django.test import Client

from games.common.form_keys import SAME_FORM_WITHIN
from games.play.models import Game, Room, Seat
from games.play.services import rooms, turns
from games.play.services.rooms import MAX_OPEN_ROOMS
from games.play.terms.computer_levels import DEFAULT_LEVEL, get_next_level
from games.players.models import Player
from games.rules.plays.acts import Resign
from tests.play.conftest import NOON

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
    """Return a browser that has opened the lobby and done nothing else."""
    client = Client()
    client.get("/")
    return client


@pytest.mark.parametrize(("address", "fields"), [("/rooms/", ROOM), ("/rooms/computer/", COMPUTER)])
def test_the_typed_name_becomes_the_hosts(newcomer, address: str, fields) -> None:
    assert newcomer.post(address, fields | {"name": "Fern"}).status_code == 302
    room = Room.objects.get()
    assert (room.host.nickname, room.shown_title) == ("Fern", "Fern's table")


@pytest.mark.parametrize(("address", "fields"), [("/rooms/", ROOM), ("/rooms/computer/", COMPUTER)])
def test_an_invalid_name_is_explained_and_creates_nothing(newcomer, address: str, fields) -> None:
    answer = newcomer.post(address, fields | {"name": "Administrator", "title": "Kitchen"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'id="guest-name-error"' in page
    assert 'value="Administrator"' in page, "what was typed stays"
    assert 'value="Kitchen"' in page or address == "/rooms/computer/"
    assert not Room.objects.exists()
    assert not Player.objects.exists()


def test_an_unknown_opponent_creates_no_room(newcomer) -> None:
    answer = newcomer.post("/rooms/", ROOM | {"name": "Fern", "opponent": "Nobody"})
    assert answer.status_code == 404
    assert answer.context["form"].errors["opponent"] == [
        "No player is called Nobody. Check the spelling."
    ]
    assert not Room.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize(("address", "fields"), [("/rooms/", ROOM), ("/rooms/computer/", COMPUTER)])
def test_a_form_sent_twice_creates_one_room(newcomer, address: str, fields) -> None:
    page = newcomer.get("/rooms/" if address == "/rooms/" else "/")
    key = page.context["key"]
    answers = [newcomer.post(address, fields | {"key": key}) for _click in range(2)]
    assert len({answer.headers["Location"] for answer in answers}) == 1
    assert Room.objects.count() == Player.objects.count() == 1
    Room.objects.update(created_at=Room.objects.get().created_at - SAME_FORM_WITHIN * 2)
    newcomer.post(address, fields | {"key": key})
    assert Room.objects.count() == 2


def test_a_players_open_rooms_are_limited(newcomer, monkeypatch) -> None:
    for _room in range(MAX_OPEN_ROOMS + 2):
        assert newcomer.post("/rooms/", ROOM).status_code == 302
    assert Room.objects.count() == MAX_OPEN_ROOMS, "the oldest empty one is deleted"
    Game.objects.all().delete()
    Room.objects.update(stage=Room.Stage.PLAYING)
    monkeypatch.setattr(rooms, "MAX_RUNNING_GAMES", MAX_OPEN_ROOMS)
    answer = newcomer.post("/rooms/computer/", COMPUTER)
    assert answer.status_code == 409
    assert "open rooms. Finish or leave one first" in str(
        answer.context["computer"].non_field_errors()
    )
    assert Room.objects.count() == MAX_OPEN_ROOMS


def test_a_two_player_game_has_two_seats_despite_earlier_choices(newcomer) -> None:
    answer = newcomer.post("/rooms/", ROOM | {"variant": "qwibble", "seats": "4"})
    assert answer.status_code == 302
    assert Room.objects.get().seats_total == 2


def test_an_invalid_level_is_explained_beside_its_field(newcomer) -> None:
    answer = newcomer.post("/rooms/computer/", COMPUTER | {"computer-level": "10"})
    assert answer.status_code == 422
    assert list(answer.context["computer"].errors) == ["level"]
    assert "Choose one of the computer levels." in answer.content.decode()


def test_the_computer_is_about_as_strong_as_the_player(newcomer) -> None:
    """Somebody new meets the usual level, and after a lost game the next weaker one."""
    own = COMPUTER | {"computer-level": "0"}
    assert newcomer.post("/rooms/computer/", own).status_code == 302
    assert Seat.objects.get(number=1).computer_level == DEFAULT_LEVEL
    room = Room.objects.get()
    turn = room.games.get().turn_number
    turns.apply_player_act(room.code, room.host_id, Resign(), turn=turn, key="", now=NOON)
    assert newcomer.post("/rooms/computer/", own).status_code == 302
    latest = Seat.objects.filter(number=1).latest("game__created_at")
    assert latest.computer_level == get_next_level(DEFAULT_LEVEL, -1)
