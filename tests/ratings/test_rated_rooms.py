"""Rated rooms: for members only, without computers and hints,
and marked as such in the lobby's form."""

import pytest

from games.play.models import Room
from games.play.perspective import build_room_view
from games.play.services import rooms, seats
from games.play.services.room_settings import RoomSettings
from games.rules.positions.variants import get_variant
from scrabble_site.shared.refusals import InvalidRequest
from tests.lobby.test_room_opening import ROOM
from tests.play.conftest import NOON
from tests.ratings.conftest import resign

pytestmark = pytest.mark.django_db

REFUSAL = "Only members can play in this rated room."


def test_a_member_opens_a_rated_room_from_the_lobby(lexicon, people, client_of) -> None:
    answer = client_of(people[0]).post("/rooms/", ROOM | {"rated": "on", "clock": "15+0/1"})
    assert answer.status_code == 302
    room = Room.objects.get()
    assert room.rated
    assert build_room_view(room.code, None).summary[0] == "rated"


def test_a_rated_room_needs_a_clock(lexicon, people, client_of) -> None:
    client = client_of(people[0])
    answer = client.post("/rooms/", ROOM | {"rated": "on"})
    assert answer.status_code == 422
    assert answer.context["form"].errors["clock"] == ["Rated games need a clock. Choose one."]
    assert 'value="none"' in answer.content.decode()
    assert not Room.objects.exists()
    own = {"clock": "own", "pace": "days", "turn_days": "2"}
    assert client.post("/rooms/", ROOM | {"rated": "on"} | own).status_code == 302
    clocks = answer.context["form"].rated_clocks()
    assert "none" not in clocks["scrabble"]
    assert "none" in clocks["qwibble"], "a turn of Qwibble has days of its own"


def test_no_service_opens_a_rated_room_without_a_clock(lexicon, people) -> None:
    rules = get_variant("scrabble")
    room_settings = RoomSettings("scrabble", "en", lexicon, 2, rules.options(), rated=True)
    with pytest.raises(InvalidRequest, match="no_clock"):
        rooms.open_room(people[0], room_settings, NOON)
    qwibble = get_variant("qwibble")
    room_settings = RoomSettings("qwibble", "qwibble-en", lexicon, 2, qwibble.options(), rated=True)
    assert rooms.open_room(people[0], room_settings, NOON).rated


def test_play_now_gives_a_rated_game_a_clock(lexicon, people, client_of) -> None:
    client = client_of(people[0])
    assert client.post("/rooms/now/", {"only-rated": "yes"}).status_code == 302
    room = Room.objects.get()
    assert room.rated
    assert room.options["clock"]["seconds"] == 25 * 60
    room.delete()
    refused = client.post("/rooms/now/", {"only-rated": "yes", "only-time": "none"})
    assert refused.status_code == 422
    assert "Rated games need a clock." in refused.content.decode()
    assert not Room.objects.exists()


def test_an_older_rated_game_without_a_clock_is_finished_and_not_repeated(
    open_rated, people, client_of
) -> None:
    room = open_rated()
    options = {**room.options, "clock": {**room.options["clock"], "pace": "none", "seconds": 0}}
    Room.objects.update(options={**options, "clock": {**options["clock"], "overtime": 0}})
    resign(room, people[0])
    assert "rematch" not in build_room_view(room.code, people[1]).actions
    answer = client_of(people[1]).post(f"/r/{room.code}/rematch")
    assert answer.status_code == 409
    assert "Rated games need a clock." in answer.content.decode()


def test_a_guest_is_asked_to_sign_up_and_no_room_is_created(lexicon, guest, client_of) -> None:
    for visitor in (guest, None):
        answer = client_of(visitor).post("/rooms/", ROOM | {"rated": "on", "clock": "15+0/1"})
        assert answer.status_code == 403
        assert REFUSAL in str(answer.context["form"].errors["rated"])
        assert "Sign up" in answer.content.decode()
    assert not Room.objects.exists()


def test_the_form_offers_rated_rooms_to_members(lexicon, people, guest, client_of) -> None:
    assert 'name="rated"' in client_of(people[0]).get("/rooms/").content.decode()
    for visitor in (guest, None):
        page = client_of(visitor).get("/rooms/").content.decode()
        assert 'name="rated"' not in page
        assert "Sign up to play rated games." in page


def test_guests_and_strangers_cannot_sit_down(open_rated, people, guest, client_of) -> None:
    room = open_rated(started=False)
    seats.leave_seat(room.code, people[1], NOON)
    for visitor in (guest, None):
        answer = client_of(visitor).post(f"/r/{room.code}/sit", {"seat": 1})
        assert answer.status_code == 403
        assert REFUSAL in answer.content.decode()
    page = client_of(None).get(f"/r/{room.code}/").content.decode()
    assert f'/accounts/signup/?next=/r/{room.code}/"' in page
    assert "Members can take an open seat" in page
    assert "Take an open seat" not in page
    assert client_of(people[2]).post(f"/r/{room.code}/sit", {"seat": 1}).status_code == 200


def test_computers_cannot_sit_down_and_are_not_offered(open_rated, people, client_of) -> None:
    room = open_rated(started=False)
    seats.leave_seat(room.code, people[1], NOON)
    assert "seat_computer" not in build_room_view(room.code, people[0]).actions
    answer = client_of(people[0]).post(f"/r/{room.code}/computer", {"seat": 1, "level": 2})
    assert answer.status_code == 403
    assert "Computers can&#x27;t play in a rated room." in answer.content.decode()


def test_a_guest_is_not_invited(open_rated, people, guest, client_of) -> None:
    room = open_rated(started=False)
    seats.leave_seat(room.code, people[1], NOON)
    client = client_of(people[0])
    answer = client.post(f"/r/{room.code}/invite", {"name": "Fern"})
    assert answer.status_code == 409
    assert "Fern is a guest" in answer.content.decode()
    answer = client.post("/rooms/", ROOM | {"rated": "on", "clock": "15+0/1", "opponent": "Fern"})
    assert "opponent" in answer.context["form"].errors


def test_there_are_no_hints(open_rated, people, client_of) -> None:
    room = open_rated()
    assert "hint" not in build_room_view(room.code, people[0]).actions
    answer = client_of(people[0]).post(f"/r/{room.code}/hint", {"turn": 0, "step": 1})
    assert answer.status_code == 403
