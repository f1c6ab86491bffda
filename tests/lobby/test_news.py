"""The bell: invitations and notices, counted and answered on every page, told to their own."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.live.topics import Topic, kind_of
from games.lobby.perspective import look_at_own
from games.lobby.topics import LOBBY, OwnPicture
from games.play import store
from games.play.models import Invitation
from games.play.perspective import look
from games.play.services import invitations, seats, turns
from games.players.models import Notice
from games.rules.moves import Exchange
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def invited(open_table, people):
    """A room where a chair is kept for Rust."""
    room = open_table(seats=3, started=False)
    seats.stand(room.code, people[2], timezone.now())
    invitations.invite(room.code, people[0], "Rust", timezone.now())
    return room


def bell_of(player) -> str:
    return OwnPicture(1, str(player.pk)).render("").split('id="_mine"')[0]


def test_an_invitation_is_accepted_from_anywhere(invited, people, client_of) -> None:
    assert 'data-news="1"' in bell_of(people[3])
    assert "You are invited to" in bell_of(people[3])
    for other, status in ((people[2], 409), (None, 403)):
        assert client_of(other).post(f"/news/accept/{invited.code}/").status_code == status
    answer = client_of(people[3]).post(f"/news/accept/{invited.code}/")
    assert answer.headers["Location"] == f"/r/{invited.code}/"
    assert look(invited.code, people[3]).seat == 2
    assert 'data-news="0"' in bell_of(people[3])


def test_an_invitation_is_declined_from_anywhere(invited, people, client_of) -> None:
    assert client_of(people[2]).post(f"/news/decline/{invited.code}/").status_code == 403
    assert client_of(people[3]).post(f"/news/decline/{invited.code}/").status_code == 204
    assert not Invitation.objects.exists()
    assert 'data-news="0"' in bell_of(people[3])
    assert people[0].notices.filter(kind="declined").exists()


def test_notices_are_read_by_their_owner_alone(people, client_of) -> None:
    for text in ("one", "two", "three"):
        Notice.objects.create(player=people[0], kind="x", text=text, path="/", created_at=NOON)
    first = Notice.objects.get(text="one")
    client_of(people[1]).post(f"/news/{first.pk}/")
    client_of(people[1]).post("/news/")
    assert look_at_own(people[0], NOON).news == 3
    assert client_of(people[0]).post(f"/news/{first.pk}/").status_code == 204
    assert look_at_own(people[0], NOON).news == 2
    client_of(people[0]).post("/news/")
    assert look_at_own(people[0], NOON).news == 0


def test_games_that_wait_for_a_turn_come_first_and_are_counted(open_table, people) -> None:
    rooms = [open_table() for _ in range(4)]
    own = look_at_own(people[0], NOON)
    waiting = [look(room.code, None).to_move == 0 for room in rooms]
    assert own.turns == sum(waiting)
    assert [entry.my_turn for entry in own.mine] == sorted(waiting, reverse=True)


@pytest.mark.parametrize("path", ["/", "/about/rules/scrabble/", "/nowhere/"])
def test_the_bell_is_in_the_head_of_every_page_but_the_rooms(path, open_table, client_of) -> None:
    room = open_table()
    assert "data-bell=" in client_of(None).get(path).content.decode()
    assert "data-bell=" not in client_of(None).get(f"/r/{room.code}/").content.decode()


def stamps(topic: Topic) -> int:
    return kind_of(topic).stamps([topic.key])[topic.key]


def test_a_move_is_told_to_whom_it_concerns_and_not_to_the_lobby(open_table, people) -> None:
    room = open_table()
    lobby = stamps(LOBBY)
    mine, strangers = (Topic("own", str(people[n].pk)) for n in (0, 3))
    before = stamps(mine), stamps(strangers)
    state = store.load(table_of(room))
    assert state.to_move is not None
    tiles = state.seats[state.to_move].rack[:1]
    turns.act(room.code, people[state.to_move].pk, Exchange(tiles), turn=0, key="", now=NOON)
    assert stamps(mine) > before[0]
    assert stamps(strangers) == before[1]
    assert stamps(LOBBY) == lobby


def test_many_players_are_looked_after_by_four_statements(open_table, people) -> None:
    open_table(seats=4)
    keys = [str(player.pk) for player in people]
    for some in (keys[:1], keys):
        with CaptureQueriesContext(connection) as asked:
            kind_of(Topic("own", "")).stamps(some)
        assert len(asked) == 4
