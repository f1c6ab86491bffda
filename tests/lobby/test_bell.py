"""The bell: invitations and notices, counted and answered on every page of their recipient."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.live.topics import Topic, get_topic_kind
from games.lobby.live import LOBBY, PlayerState
from games.lobby.perspective import build_player_lists
from games.play import store
from games.play.models import Invitation
from games.play.perspective import build_room_view
from games.play.services import invitations, seats, turns
from games.players.models import Notification
from games.rules.plays.acts import Exchange
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def invited(open_table, people):
    """Return a room with a seat reserved for Rust."""
    room = open_table(seats=3, started=False)
    seats.leave_seat(room.code, people[2], timezone.now())
    invitations.invite_player(room.code, people[0], "Rust", timezone.now())
    return room


def bell_of(player) -> str:
    return PlayerState(1, str(player.pk)).render("").split('id="_mine"')[0]


def test_an_invitation_can_be_accepted_on_every_page(invited, people, client_of) -> None:
    assert 'data-news="1"' in bell_of(people[3])
    assert "Amber invites you to a game: Scrabble, " in bell_of(people[3])
    for other, status in ((people[2], 409), (None, 403)):
        assert client_of(other).post(f"/notifications/accept/{invited.code}/").status_code == status
    answer = client_of(people[3]).post(f"/notifications/accept/{invited.code}/")
    assert answer.headers["Location"] == f"/r/{invited.code}/"
    assert build_room_view(invited.code, people[3]).seat == 2
    assert 'data-news="0"' in bell_of(people[3])


def test_an_invitation_can_be_declined_on_every_page(invited, people, client_of) -> None:
    assert client_of(people[2]).post(f"/notifications/decline/{invited.code}/").status_code == 403
    assert client_of(people[3]).post(f"/notifications/decline/{invited.code}/").status_code == 204
    assert not Invitation.objects.exists()
    assert 'data-news="0"' in bell_of(people[3])
    assert people[0].notices.filter(kind="declined").exists()


def test_notifications_are_readable_only_by_their_player(people, client_of) -> None:
    for text in ("one", "two", "three"):
        Notification.objects.create(
            player=people[0], kind="x", text=text, path="/", created_at=NOON
        )
    first = Notification.objects.get(text="one")
    client_of(people[1]).post(f"/notifications/{first.pk}/")
    client_of(people[1]).post("/notifications/")
    assert build_player_lists(people[0], NOON).news == 3
    assert client_of(people[0]).post(f"/notifications/{first.pk}/").status_code == 204
    assert build_player_lists(people[0], NOON).news == 2
    client_of(people[0]).post("/notifications/")
    assert build_player_lists(people[0], NOON).news == 0


def test_games_waiting_for_a_turn_come_first_and_are_counted(open_table, people) -> None:
    rooms = [open_table() for _ in range(4)]
    own = build_player_lists(people[0], NOON)
    waiting = [build_room_view(room.code, None).to_move == 0 for room in rooms]
    assert own.turns == sum(waiting)
    assert [entry.my_turn for entry in own.mine] == sorted(waiting, reverse=True)


@pytest.mark.parametrize("path", ["/", "/about/rules/scrabble/", "/nowhere/"])
def test_the_bell_is_on_every_page(path, client_of) -> None:
    assert "data-bell=" in client_of(None).get(path).content.decode()


def test_the_bell_is_in_rooms_for_named_players(open_table, people, client_of) -> None:
    page = f"/r/{open_table().code}/"
    assert "data-bell=" not in client_of(None).get(page).content.decode()
    for player in (people[0], people[3]):  # one who plays, and one who watches
        assert "data-bell=" in client_of(player).get(page).content.decode()


def stamps(topic: Topic) -> int:
    return get_topic_kind(topic).stamps([topic.key])[topic.key]


def test_a_move_updates_its_players_and_not_the_lobby(open_table, people) -> None:
    room = open_table()
    lobby = stamps(LOBBY)
    mine, strangers = (Topic("own", str(people[n].pk)) for n in (0, 3))
    before = stamps(mine), stamps(strangers)
    state = store.load_state(table_of(room))
    assert state.to_move is not None
    tiles = state.seats[state.to_move].rack[:1]
    turns.apply_player_act(
        room.code, people[state.to_move].pk, Exchange(tiles), turn=0, key="", now=NOON
    )
    assert stamps(mine) > before[0]
    assert stamps(strangers) == before[1]
    assert stamps(LOBBY) == lobby


def test_stamps_of_many_players_take_five_statements(open_table, people) -> None:
    open_table(seats=4)
    keys = [str(player.pk) for player in people]
    for some in (keys[:1], keys):
        with CaptureQueriesContext(connection) as asked:
            get_topic_kind(Topic("own", "")).stamps(some)
        assert len(asked) == 5
