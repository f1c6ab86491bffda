"""Players' names: set by the first action, distinct at one table,
and changed everywhere at once."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from games.play.models import SeatMember
from games.play.perspective import build_room_view
from games.play.services import invitations, rooms, seats
from games.play.services.naming import get_or_create_player
from games.players.models import Player
from scrabble_site.shared.refusals import Conflict, InvalidRequest, NotFound
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


def test_the_first_action_creates_a_player_and_the_second_reuses_it() -> None:
    visitor = uuid4()
    first = get_or_create_player(visitor, "Fern")
    assert get_or_create_player(visitor).pk == first.pk == visitor
    assert Player.objects.get().nickname == "Fern"


def test_a_newcomer_without_a_name_is_a_numbered_guest() -> None:
    assert get_or_create_player(uuid4()).nickname.startswith("Guest ")


def test_a_former_name_is_free_for_others(people) -> None:
    assert get_or_create_player(uuid4(), "Amber").nickname == "Amber"
    assert Player.objects.filter(nickname="Amber").count() == 2


@pytest.mark.parametrize("started", [False, True])
def test_a_page_has_the_name_field_from_the_first_visit(client, open_table, started: bool) -> None:
    """A field that a script shows later would push the board down."""
    room = open_table(started=started)
    page = client.get(f"/r/{room.code}/").content.decode()
    tag = page[page.index('<form id="newcomer"') :]
    assert ("hidden" in tag[: tag.index(">")]) == started


@pytest.mark.parametrize("name", ["Amber", "AMBER", "Arnber"])
def test_names_at_one_table_are_distinct(open_table, people, name: str) -> None:
    room = open_table(seats=3, started=False)
    seats.leave_seat(room.code, people[2], NOON)
    visitor = uuid4()
    with pytest.raises(InvalidRequest) as refused:
        seats.sit_as_visitor(room.code, visitor, name, 2, NOON)
    assert refused.value.code == "nickname.at_table"
    assert not Player.objects.filter(pk=visitor).exists(), "nothing is left of the attempt"
    seats.sit_as_visitor(room.code, visitor, "Fern", 2, NOON)
    assert [seat.name for seat in build_room_view(room.code, None).seats] == [
        "Amber",
        "Cobalt",
        "Fern",
    ]


def test_the_name_of_a_player_in_the_room_cannot_be_taken(open_table, people) -> None:
    room = open_table()
    with pytest.raises(InvalidRequest):
        get_or_create_player(people[1].pk, "Amber")
    people[1].refresh_from_db()
    assert people[1].nickname == "Cobalt"
    assert build_room_view(room.code, None).seats[1].name == "Cobalt"


def test_a_members_name_cannot_be_taken(people) -> None:
    people[0].user = User.objects.create(username="amber")
    people[0].save()
    with pytest.raises(InvalidRequest) as refused:
        get_or_create_player(uuid4(), "arnber")
    assert refused.value.code == "nickname.member"
    assert get_or_create_player(people[0].pk, "AMBER").nickname == "AMBER", (
        "a member keeps the own name"
    )


def test_a_title_follows_the_hosts_name_until_one_is_chosen(open_table, people) -> None:
    room = open_table(started=False)
    before = room.stamp
    get_or_create_player(people[0].pk, "Fern")
    room.refresh_from_db()
    assert room.shown_title == "Fern's table"
    assert room.stamp > before, "everyone in the room sees it"
    assert build_room_view(room.code, people[1]).seats[0].name == "Fern"
    rooms.set_room_title(room.code, Player.objects.get(pk=people[0].pk), "The\u202e kitchen", NOON)
    get_or_create_player(people[0].pk, "Moss")
    room.refresh_from_db()
    assert room.title == "The kitchen"
    rooms.set_room_title(room.code, Player.objects.get(pk=people[0].pk), "  ", NOON)
    room.refresh_from_db()
    assert room.shown_title == "Moss's table"


def test_a_title_follows_the_next_host(open_table, people) -> None:
    room = open_table(started=False)
    seats.leave_seat(room.code, people[0], NOON)
    room.refresh_from_db()
    assert (room.host, room.shown_title) == (people[1], "Cobalt's table")


def test_a_shared_name_means_the_player_met_before(open_table, people, lexicon) -> None:
    room = open_table(seats=3, started=False)
    seats.leave_seat(room.code, people[2], NOON)
    stranger = get_or_create_player(uuid4(), "Jade")
    assert stranger.pk != people[2].pk
    with pytest.raises(Conflict) as refused:
        invitations.invite_player(room.code, people[0], "Jade", NOON)
    assert refused.value.code == "player.many"
    with pytest.raises(NotFound):
        invitations.invite_player(room.code, people[0], "Jadx", NOON)
    seats.take_seat(room.code, people[2], 2, NOON)
    rooms.start_game(room.code, people[0], NOON)
    met = invitations.find_player("jade", people[0])
    assert met.pk == people[2].pk
    assert SeatMember.objects.filter(game=table_of(room), player=met).exists()


def test_a_page_names_its_visitor_before_the_first_action(client, open_table) -> None:
    room = open_table(seats=3, started=False)
    client.get("/")
    visitor = client.session["player"]
    client.get(f"/r/{room.code}/")
    assert client.session["player"] == visitor
    assert not Player.objects.filter(pk=visitor).exists()
    for _click in range(2):
        client.post("/name/", {"name": "Fern"})
    assert [str(one.pk) for one in Player.objects.filter(nickname="Fern")] == [visitor]


def test_a_name_is_changed_in_the_room(open_table, people, client_of) -> None:
    room = open_table(started=False)
    answer = client_of(people[0]).post(f"/r/{room.code}/name", {"name": "Fern"})
    assert answer.status_code == 200
    assert 'id="_message"' in answer.content.decode()
    assert build_room_view(room.code, None).title == "Fern's table"
    refused = client_of(people[0]).post(f"/r/{room.code}/name", {"name": "Cobalt"})
    assert refused.status_code == 422
    assert "is taken in this room" in refused.content.decode()
