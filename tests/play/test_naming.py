"""Names at the tables: given at the first deed, unlike around one table, changed everywhere."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from games.common.refusals import Conflict, Missing, Unsuitable
from games.play.models import Holder
from games.play.perspective import look
from games.play.services import invitations, rooms, seats
from games.play.services.naming import introduce
from games.players.models import Player
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


def test_the_first_deed_makes_a_player_and_the_second_finds_it() -> None:
    visitor = uuid4()
    first = introduce(visitor, "Fern")
    assert introduce(visitor).pk == first.pk == visitor
    assert Player.objects.get().nickname == "Fern"


def test_a_newcomer_without_a_name_is_a_numbered_guest() -> None:
    assert introduce(uuid4()).nickname.startswith("Guest ")


def test_a_name_once_used_is_free_for_others(people) -> None:
    assert introduce(uuid4(), "Amber").nickname == "Amber"
    assert Player.objects.filter(nickname="Amber").count() == 2


@pytest.mark.parametrize("name", ["Amber", "AMBER", "Arnber"])
def test_around_one_table_names_are_unlike(open_table, people, name: str) -> None:
    room = open_table(seats=3, started=False)
    seats.stand(room.code, people[2], NOON)
    visitor = uuid4()
    with pytest.raises(Unsuitable) as refused:
        seats.sit_down(room.code, visitor, name, 2, NOON)
    assert refused.value.code == "nickname.at_table"
    assert not Player.objects.filter(pk=visitor).exists(), "nothing is left of the attempt"
    seats.sit_down(room.code, visitor, "Fern", 2, NOON)
    assert [seat.name for seat in look(room.code, None).seats] == ["Amber", "Cobalt", "Fern"]


def test_nobody_takes_the_name_of_somebody_at_the_table_later(open_table, people) -> None:
    room = open_table()
    with pytest.raises(Unsuitable):
        introduce(people[1].pk, "Amber")
    people[1].refresh_from_db()
    assert people[1].nickname == "Cobalt"
    assert look(room.code, None).seats[1].name == "Cobalt"


def test_nobody_is_called_like_a_member(people) -> None:
    people[0].user = User.objects.create(username="amber")
    people[0].save()
    with pytest.raises(Unsuitable) as refused:
        introduce(uuid4(), "arnber")
    assert refused.value.code == "nickname.member"
    assert introduce(people[0].pk, "AMBER").nickname == "AMBER", "a member keeps the own name"


def test_a_title_follows_the_hosts_name_until_one_is_chosen(open_table, people) -> None:
    room = open_table(started=False)
    before = room.stamp
    introduce(people[0].pk, "Fern")
    room.refresh_from_db()
    assert room.title == "Fern's table"
    assert room.stamp > before, "everybody in the room sees it"
    assert look(room.code, people[1]).seats[0].name == "Fern"
    rooms.entitle(room.code, Player.objects.get(pk=people[0].pk), "The\u202e kitchen", NOON)
    introduce(people[0].pk, "Moss")
    room.refresh_from_db()
    assert room.title == "The kitchen"
    rooms.entitle(room.code, Player.objects.get(pk=people[0].pk), "  ", NOON)
    room.refresh_from_db()
    assert room.title == "Moss's table"


def test_a_title_follows_the_next_host(open_table, people) -> None:
    room = open_table(started=False)
    seats.stand(room.code, people[0], NOON)
    room.refresh_from_db()
    assert (room.host, room.title) == (people[1], "Cobalt's table")


def test_namesakes_are_told_apart_by_whom_one_has_met(open_table, people, lexicon) -> None:
    room = open_table(seats=3, started=False)
    seats.stand(room.code, people[2], NOON)
    stranger = introduce(uuid4(), "Jade")
    assert stranger.pk != people[2].pk
    with pytest.raises(Conflict) as refused:
        invitations.invite(room.code, people[0], "Jade", NOON)
    assert refused.value.code == "player.many"
    with pytest.raises(Missing):
        invitations.invite(room.code, people[0], "Jadx", NOON)
    seats.sit(room.code, people[2], 2, NOON)
    rooms.start(room.code, people[0], NOON)
    met = invitations.find_player("jade", people[0])
    assert met.pk == people[2].pk
    assert Holder.objects.filter(game=table_of(room), player=met).exists()


def test_a_page_makes_its_visitor_somebody_before_the_first_deed(client, open_table) -> None:
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
    assert look(room.code, None).title == "Fern's table"
    refused = client_of(people[0]).post(f"/r/{room.code}/name", {"name": "Cobalt"})
    assert refused.status_code == 422
    assert "at this table" in refused.content.decode()
