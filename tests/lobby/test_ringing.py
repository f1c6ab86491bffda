"""What a player's pages count and ring for, and the way to the next game that waits."""

import json
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.lobby.perspective import look_at_own
from games.lobby.topics import OwnPicture
from games.play.models import Game
from games.play.perspective import look
from games.play.services import invitations, seats, turns
from games.players.models import Notice
from games.rules.moves import Resign
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(open_table) -> list[Game]:
    """Three games that wait for the first of the people, among others that do not."""
    found: list[Game] = []
    while len(found) < 3:
        game = table_of(open_table())
        if look(game.room.code, None).to_move == 0:
            found.append(game)
    return found


def told_to(player) -> dict[str, list[list[str]]]:
    shown = OwnPicture(1, str(player.pk)).render("")
    found = re.search(r'id="_told"[^>]*>(.*?)</script>', shown)
    assert found
    told: dict[str, list[list[str]]] = json.loads(found[1])
    return told


def codes(player) -> list[str]:
    return [entry.code for entry in look_at_own(player, NOON).waiting]


def test_a_turn_has_one_key_wherever_it_is_told(waiting, people) -> None:
    keys = [turn[0] for turn in told_to(people[0])["turns"]]
    assert {f"turn:{game.pk}:{game.turn_number}" for game in waiting} <= set(keys)
    assert len(keys) == len(set(keys))


def test_what_is_due_soonest_is_next_and_then_what_waits_longest(waiting, people) -> None:
    Game.objects.update(due_at=None, moved_at=NOON)
    late, early, old = waiting
    Game.objects.filter(pk=late.pk).update(due_at=NOON + timedelta(days=2))
    Game.objects.filter(pk=early.pk).update(due_at=NOON + timedelta(hours=2))
    Game.objects.filter(pk=old.pk).update(moved_at=NOON - timedelta(days=9))
    assert codes(people[0])[:3] == [early.room.code, late.room.code, old.room.code]


def test_the_next_game_is_another_one(waiting, people, client_of) -> None:
    Game.objects.exclude(pk__in=[game.pk for game in waiting[:2]]).update(status="over", state=None)
    first, second = codes(people[0])[:2]
    browser = client_of(people[0])
    assert browser.get("/next/").headers["Location"] == f"/r/{first}/"
    assert browser.get("/next/", {"from": first}).headers["Location"] == f"/r/{second}/"


@pytest.mark.parametrize("came", ["", "nowhere", "\0", "x" * 500])
def test_where_none_waits_it_is_said_in_the_lobby(people, client_of, came) -> None:
    for player in (people[0], None):
        answer = client_of(player).get("/next/", {"from": came}, follow=True)
        assert answer.redirect_chain == [("/", 302)]
        assert "No other game waits for you just now." in answer.content.decode()


def test_invitations_and_notices_ring_by_their_kind(open_table, people) -> None:
    room = open_table(seats=3, started=False)
    seats.stand(room.code, people[2], timezone.now())
    invitations.invite(room.code, people[0], "Rust", timezone.now())
    for kind in ("mention", "turn", "dispute"):
        Notice.objects.create(player=people[3], room=room, kind=kind, text=kind, created_at=NOON)
    news = told_to(people[3])["news"]
    assert [kind for _key, kind, _url, _text in news] == ["invitation", "mention"]
    assert {url for _key, _kind, url, _text in news} == {f"/r/{room.code}/"}


def test_the_end_of_a_game_has_one_key_wherever_it_is_told(open_table, people) -> None:
    """The room's page may be open behind others, where nobody sees it."""
    room = open_table()
    turns.act(room.code, people[1].pk, Resign(), turn=0, key="", now=NOON + timedelta(days=1))
    ((key, kind, url, _text),) = told_to(people[0])["news"]
    assert (key, kind, url) == (f"end:{table_of(room).pk}", "result", f"/r/{room.code}/")


def test_nobody_is_told_of_anothers(waiting, people) -> None:
    assert told_to(people[3]) == {"turns": [], "news": []}


def test_a_room_of_a_player_rings_and_leads_on_and_a_strangers_does_not(
    open_table, people, client_of
) -> None:
    room = open_table()
    for player in (people[0], people[3], None):
        page = client_of(player).get(f"/r/{room.code}/").content.decode()
        assert ("told/told.js" in page) == (player is not None)
        assert (f"/next/?from={room.code}" in page) == (player is not None)
