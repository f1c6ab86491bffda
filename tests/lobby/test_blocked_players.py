"""The lobby hides the rooms of blocked players, and hides a player's rooms from them."""

import re

import pytest

from games.live.topics import Topic, get_topic_kind
from games.lobby.live import LOBBY, get_player_topic
from games.lobby.perspective import build_lobby, build_player_lists
from games.play.models import Invitation
from games.play.services import invitations, seats
from games.players.services import blocks
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon(monkeypatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


@pytest.fixture
def waiting(open_table, people):
    """Return a room of Amber's in which Cobalt sits and a seat is free."""
    room = open_table(seats=3, started=False)
    seats.leave_seat(room.code, people[2], NOON)
    return room


@pytest.fixture
def listed(waiting, open_table):
    """Return that room and a running game of the same two; both are in the lobby."""
    return waiting, open_table()


def shown_to(player, client_of) -> set[str]:
    """Return the codes of the rooms that the lobby and "Watch" show."""
    client = client_of(player)
    lists = [
        client.get(path).content.decode().split(f'id="{part}"')[1]
        for path, part in (("/", "_lists"), ("/watch/", "_live"))
    ]
    entries = re.findall(r'<li\s+class="entry"\s+data-code="(\w+)"([^>]*)>', "".join(lists))
    return {code for code, more in entries if not re.search(r"\bhidden\b", more)}


def pushed_to(player) -> set[str]:
    """Return the codes of the pushed rooms that the page does not hide."""
    lists = text_of(LOBBY)
    (blocked,) = re.findall(r'data-apart="([^"]*)"', text_of(get_player_topic(str(player.pk))))
    entries = re.findall(r'data-code="(\w+)"\s+data-people="([^"]*)"', lists)
    return {code for code, people in entries if not set(blocked.split()) & set(people.split())}


def text_of(topic: Topic) -> str:
    return get_topic_kind(topic).read(topic.key).render("")


@pytest.mark.parametrize("first", [0, 2])
def test_blocked_players_do_not_see_each_others_rooms(listed, people, client_of, first) -> None:
    codes = {room.code for room in listed}
    assert shown_to(people[2], client_of) == pushed_to(people[2]) == codes
    blocks.block_player(people[first], people[2 - first], NOON)
    assert shown_to(people[2], client_of) == pushed_to(people[2]) == set()
    assert shown_to(people[3], client_of) == pushed_to(people[3]) == codes
    assert shown_to(None, client_of) == codes
    told = build_lobby(people[2], NOON)
    assert told["rooms"] == told["live"] == []
    blocks.unblock_player(people[first], people[2 - first])
    assert shown_to(people[2], client_of) == codes


def test_rooms_where_a_blocked_player_has_a_seat_are_hidden(waiting, people, client_of) -> None:
    blocks.block_player(people[3], people[1], NOON)
    assert shown_to(people[3], client_of) == pushed_to(people[3]) == set()
    seats.leave_seat(waiting.code, people[1], NOON)
    assert shown_to(people[3], client_of) == pushed_to(people[3]) == {waiting.code}


def test_a_block_updates_both_pages_at_once(people) -> None:
    """Even if neither of the two has a room."""
    keys = [str(player.pk) for player in people]
    stamps = get_topic_kind(get_player_topic("")).stamps
    before = stamps(keys)
    blocks.block_player(people[0], people[1], NOON)
    after = stamps(keys)
    assert [after[key] > before[key] for key in keys] == [True, True, False, False]
    blocks.unblock_player(people[0], people[1])
    assert [stamps(keys)[key] > after[key] for key in keys] == [True, True, False, False]


@pytest.mark.parametrize("first", [0, 3])
def test_invitations_that_would_be_refused_are_hidden(waiting, people, first) -> None:
    """Amber has invited Rust; afterwards one of the two blocks the other."""
    room = waiting
    invitations.invite_player(room.code, people[0], "Rust", NOON)
    assert [one.code for one in build_player_lists(people[3], NOON).invitations] == [room.code]
    blocks.block_player(people[first], people[3 - first], NOON)
    own = build_player_lists(people[3], NOON)
    assert own.invitations == own.mine == ()
    assert not own.alerts["news"]
    assert Invitation.objects.filter(player=people[3]).exists()
    blocks.unblock_player(people[first], people[3 - first])
    assert [one.code for one in build_player_lists(people[3], NOON).invitations] == [room.code]
