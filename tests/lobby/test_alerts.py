"""What a player's pages count and play sounds for, and the "Next game" link."""

import json
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.lobby.live import PlayerState
from games.lobby.perspective import build_player_lists
from games.play.models import Game, Room
from games.play.perspective import build_room_view
from games.play.services import invitations, seats, turns
from games.players.models import Notification
from games.rules.plays.acts import Resign
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(open_table) -> list[Game]:
    """Return three games in which it is the first person's turn, among others where it is not."""
    found: list[Game] = []
    while len(found) < 3:
        game = table_of(open_table())
        if build_room_view(game.room.code, None).to_move == 0:
            found.append(game)
    return found


def alerts_of(player) -> dict[str, list[list[str]]]:
    shown = PlayerState(1, str(player.pk)).render("")
    found = re.search(r'id="_alerts"[^>]*>(.*?)</script>', shown)
    assert found
    alerts: dict[str, list[list[str]]] = json.loads(found[1])
    return alerts


def codes(player) -> list[str]:
    return [entry.code for entry in build_player_lists(player, NOON).waiting]


def test_a_turn_has_the_same_key_everywhere(waiting, people) -> None:
    keys = [turn[0] for turn in alerts_of(people[0])["turns"]]
    assert {f"turn:{game.pk}:{game.turn_number}" for game in waiting} <= set(keys)
    assert len(keys) == len(set(keys))


def test_the_next_game_is_due_soonest_or_has_waited_longest(waiting, people) -> None:
    Game.objects.update(due_at=None, moved_at=NOON)
    late, early, old = waiting
    Game.objects.filter(pk=late.pk).update(due_at=NOON + timedelta(days=2))
    Game.objects.filter(pk=early.pk).update(due_at=NOON + timedelta(hours=2))
    Game.objects.filter(pk=old.pk).update(moved_at=NOON - timedelta(days=9))
    assert codes(people[0])[:3] == [early.room.code, late.room.code, old.room.code]


def test_the_next_game_is_not_the_open_one(waiting, people, client_of) -> None:
    Game.objects.exclude(pk__in=[game.pk for game in waiting[:2]]).update(status="over", state=None)
    first, second = codes(people[0])[:2]
    browser = client_of(people[0])
    assert browser.get("/next/").headers["Location"] == f"/r/{first}/"
    assert browser.get("/next/", {"from": first}).headers["Location"] == f"/r/{second}/"


def follow(browser, came: str, been: list[str] | None, times: int) -> list[str]:
    """Follow the link this many times and return the rooms it leads to.

    ``been`` are the rooms that a page with a script remembers; ``None`` for a page without one.
    """
    found = []
    for _ in range(times):
        asked = {"from": came}
        if been is not None:
            been = [*(code for code in been if code != came), came]
            asked["been"] = ",".join(been)
        came = browser.get("/next/", asked).headers["Location"].strip("/").removeprefix("r/")
        found.append(came)
    return found


@pytest.mark.parametrize("been", [None, []])
def test_next_game_visits_every_waiting_game(waiting, people, client_of, been) -> None:
    ids = [game.pk for game in waiting]
    Game.objects.exclude(pk__in=ids).update(status="over", state=None)
    rooms = codes(people[0])
    assert len(rooms) == 3
    found = follow(client_of(people[0]), rooms[1], been, 6)
    assert found[:3] == (rooms[2:] + rooms[:2] if been is None else [rooms[2], rooms[0], rooms[1]])
    assert found[3:] == found[:3]


def test_next_game_visits_every_waiting_game_while_moves_are_made(
    waiting, people, client_of
) -> None:
    """Each visit to the second game moves there, and the opponent answers before the next press."""
    ids = [game.pk for game in waiting]
    Game.objects.exclude(pk__in=ids).update(status="over", state=None)
    first, second, third = codes(people[0])
    browser = client_of(people[0])
    moved = Game.objects.filter(room__code=second)
    state = moved.get().state
    been: list[str] = []
    seen = []
    came = first
    for _ in range(4):
        been = [*(code for code in been if code != came), came]
        if came == second:
            moved.update(status="over", state=None)
        asked = {"from": came, "been": ",".join(been)}
        came = browser.get("/next/", asked).headers["Location"].strip("/").removeprefix("r/")
        moved.update(status="playing", state=state)
        seen.append(came)
    assert seen == [second, third, first, second]


@pytest.mark.parametrize("came", ["", "nowhere", "\0", "x" * 500])
def test_without_a_waiting_game_the_lobby_says_so(people, client_of, came) -> None:
    for player in (people[0], None):
        answer = client_of(player).get("/next/", {"from": came}, follow=True)
        assert answer.redirect_chain == [("/", 302)]
        assert "No other game is waiting for you." in answer.content.decode()


def test_without_a_waiting_game_the_player_stays_in_the_room(open_table, people, client_of) -> None:
    code = open_table().code
    for player in (people[0], None):
        answer = client_of(player).get("/next/", {"from": code}, follow=True)
        assert answer.redirect_chain == [(f"/r/{code}/", 302)]
        assert "No other game is waiting for you." in answer.content.decode()
    Room.objects.filter(code=code).update(removed=[[str(people[1].pk), "Cobalt"]])
    answer = client_of(people[1]).get("/next/", {"from": code}, follow=True)
    assert answer.redirect_chain == [("/", 302)], "this room is closed to them"


def test_a_script_asks_before_it_leaves_the_page(waiting, people, client_of) -> None:
    """It gets the address of the next game or none, and nothing to show on the next page."""
    script = {"Accept": "application/json"}
    answer = client_of(people[0]).get("/next/", headers=script)
    assert answer.json() == {"url": f"/r/{codes(people[0])[0]}/"}
    for path in ("/next/", f"/next/?from={waiting[0].room.code}"):
        answer = client_of(None).get(path, headers=script)
        assert answer.json() == {"url": None}
        assert "messages" not in answer.cookies


def test_invitations_and_notices_ring_by_their_kind(open_table, people) -> None:
    room = open_table(seats=3, started=False)
    seats.leave_seat(room.code, people[2], timezone.now())
    invitations.invite_player(room.code, people[0], "Rust", timezone.now())
    for kind in ("mention", "turn", "dispute"):
        Notification.objects.create(
            player=people[3], room=room, kind=kind, text=kind, created_at=NOON
        )
    news = alerts_of(people[3])["news"]
    assert [kind for _key, kind, _url, _text in news] == ["invitation", "mention"]
    assert {url for _key, _kind, url, _text in news} == {f"/r/{room.code}/"}


def test_the_end_of_a_game_has_the_same_key_everywhere(open_table, people) -> None:
    """A room's page in a background tab must ring under the same key as the other pages."""
    room = open_table()
    turns.apply_player_act(
        room.code, people[1].pk, Resign(), turn=0, key="", now=NOON + timedelta(days=1)
    )
    ((key, kind, url, _text),) = alerts_of(people[0])["news"]
    assert (key, kind, url) == (f"end:{table_of(room).pk}", "result", f"/r/{room.code}/")


def test_alerts_reach_only_their_own_player(waiting, people) -> None:
    assert alerts_of(people[3]) == {"turns": [], "news": []}


def test_only_players_pages_have_alerts_and_the_next_game_link(
    open_table, people, client_of
) -> None:
    room = open_table()
    for player in (people[0], people[3], None):
        page = client_of(player).get(f"/r/{room.code}/").content.decode()
        assert ("notifications/notifications.js" in page) == (player is not None)
        assert (f"/next/?from={room.code}" in page) == (player is not None)
