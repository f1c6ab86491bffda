"""Rated rooms: for members alone, without computers and hints; the lobby's form says so."""

import pytest

from games.play.models import Room
from games.play.perspective import look
from games.play.services import seats
from tests.lobby.test_deeds import ROOM
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db

REFUSAL = "only members sit down here"


def test_a_member_opens_a_rated_room_from_the_lobby(lexicon, people, client_of) -> None:
    answer = client_of(people[0]).post("/rooms/", ROOM | {"rated": "on"})
    assert answer.status_code == 302
    room = Room.objects.get()
    assert room.rated
    assert look(room.code, None).summary[0] == "rated"


def test_a_guest_is_told_to_sign_up_and_no_room_is_made(lexicon, guest, client_of) -> None:
    for visitor in (guest, None):
        answer = client_of(visitor).post("/rooms/", ROOM | {"rated": "on"})
        assert answer.status_code == 403
        assert REFUSAL in str(answer.context["form"].errors["rated"])
        assert "Sign up" in answer.content.decode()
    assert not Room.objects.exists()


def test_the_lobby_offers_rated_rooms_to_members(lexicon, people, guest, client_of) -> None:
    assert 'name="rated"' in client_of(people[0]).get("/").content.decode()
    for visitor in (guest, None):
        page = client_of(visitor).get("/").content.decode()
        assert 'name="rated"' not in page
        assert "Members play rated games, too." in page


def test_guests_and_strangers_do_not_sit_down(open_rated, people, guest, client_of) -> None:
    room = open_rated(started=False)
    seats.stand(room.code, people[1], NOON)
    for visitor in (guest, None):
        answer = client_of(visitor).post(f"/r/{room.code}/sit", {"seat": 1})
        assert answer.status_code == 403
        assert REFUSAL in answer.content.decode()
    page = client_of(None).get(f"/r/{room.code}/").content.decode()
    assert f'/accounts/signup/?next=/r/{room.code}/"' in page
    assert "Members may take a free seat" in page
    assert "Take a free seat" not in page
    assert client_of(people[2]).post(f"/r/{room.code}/sit", {"seat": 1}).status_code == 200


def test_no_computer_sits_down_and_nobody_is_offered_one(open_rated, people, client_of) -> None:
    room = open_rated(started=False)
    seats.stand(room.code, people[1], NOON)
    assert "seat_computer" not in look(room.code, people[0]).can
    answer = client_of(people[0]).post(f"/r/{room.code}/computer", {"seat": 1, "level": 2})
    assert answer.status_code == 403
    assert "No computer plays in a rated room." in answer.content.decode()


def test_a_guest_is_not_invited(open_rated, people, guest, client_of) -> None:
    room = open_rated(started=False)
    seats.stand(room.code, people[1], NOON)
    client = client_of(people[0])
    answer = client.post(f"/r/{room.code}/invite", {"name": "Fern"})
    assert answer.status_code == 409
    assert "Fern is a guest" in answer.content.decode()
    answer = client.post("/rooms/", ROOM | {"rated": "on", "opponent": "Fern"})
    assert "opponent" in answer.context["form"].errors


def test_there_are_no_hints(open_rated, people, client_of) -> None:
    room = open_rated()
    assert "hint" not in look(room.code, people[0]).can
    answer = client_of(people[0]).post(f"/r/{room.code}/hint", {"turn": 0, "step": 1})
    assert answer.status_code == 403
