"""The lobby caches the rooms of its lists, and still shows every change."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.lobby.perspective.listed import forget_listed
from games.play.models import Game, Room, SeatMember
from games.play.services import seats
from games.play.services.naming import rename_player
from games.play.terms.seating import AWAY_AFTER
from games.rules.plays.acts import Resign
from games.templatetags import people as tags
from tests.lobby.test_room_opening import ROOM
from tests.play.conftest import NOON
from tests.ratings.conftest import act, move_all

pytestmark = pytest.mark.django_db(transaction=True)

MINUTES = re.compile(r"<time[^>]*>\s*(\d+):")


@pytest.fixture(autouse=True)
def _clear_listed_rooms() -> None:
    forget()


def forget() -> None:
    forget_listed()
    tags.forget_texts()


def shown(client: Client) -> str:
    """Return the lists of the lobby and of "Watch" without the times on the clocks."""
    lists = "".join(
        client.get(path).content.decode().split(f'id="{part}"')[1].split("</main>")[0]
        for path, part in (("/", "_lists"), ("/watch/", "_live"))
    )
    return re.sub(r"(<time[^>]*>)[^<]*|data-stamp=\S+", r"\1", lists)


def test_cached_rooms_equal_the_rows(open_rated, people, guest, client_of) -> None:
    playing, now = open_rated(), timezone.now()
    waiting = open_rated(seats=3, started=False)
    seats.leave_seat(waiting.code, people[2], NOON)
    Room.objects.update(seen_at=now)
    SeatMember.objects.update(seen_at=now)
    client, first = client_of(None), ""
    changes: tuple[Callable[[], object], ...] = (
        lambda: None,
        lambda: move_all(playing),
        lambda: rename_player(people[1], "Sienna"),
        lambda: SeatMember.objects.filter(player=people[1]).update(seen_at=now - 2 * AWAY_AFTER),
        lambda: SeatMember.objects.filter(player=people[1]).update(seen_at=timezone.now()),
        lambda: seats.leave_seat(waiting.code, people[1], NOON),
        lambda: act(playing, people[0], Resign()),
    )
    for change in changes:
        before = shown(client)
        change()
        kept = shown(client)
        forget()
        assert kept == shown(client)
        first = first or before
        assert change is changes[0] or kept != before or change is changes[1]
    assert "Cobalt" in first
    assert "Sienna" not in first


def test_an_unchanged_lobby_reads_no_room_again(open_rated, client_of) -> None:
    for _room in range(5):
        open_rated()
    Room.objects.update(seen_at=timezone.now())
    asked = []
    for _time in range(2):
        with CaptureQueriesContext(connection) as captured:
            shown(client_of(None))
        asked.append([query["sql"] for query in captured.captured_queries])
    names = [[sql for sql in sqls if "games_holder" in sql and "nickname" in sql] for sqls in asked]
    assert names[0]
    assert not names[1]
    assert len(asked[1]) < len(asked[0])


def test_clocks_of_cached_rooms_keep_running(open_rated, client_of, monkeypatch) -> None:
    room, now = open_rated(), timezone.now()
    Game.objects.filter(room=room).update(clock_since=now)
    Room.objects.update(seen_at=now, stamp=F("stamp") + 1)
    shown = []
    for minutes in (0, 5):
        later = now + timedelta(minutes=minutes, seconds=1)
        monkeypatch.setattr("django.utils.timezone.now", lambda later=later: later)
        page = client_of(None).get("/watch/").content.decode()
        shown.append(sorted(int(found) for found in MINUTES.findall(page)))
    assert shown == [[24, 25], [19, 25]]


def test_a_players_own_rooms_are_listed_once(open_rated, people, client_of, lexicon) -> None:
    """The cached entry is hidden only from its own players, who see it in "My games"."""
    client = client_of(people[0])
    code = client.post("/rooms/", ROOM).headers["Location"].split("/")[2]
    entry = re.compile(rf'<li[^>]*data-code="{code}"[^>]*>')
    for visitor, hidden in ((None, False), (people[0], True), (people[1], False)):
        page = client_of(visitor).get("/").content.decode()
        mine, lists = page.split('id="_mine"')[1].split('id="_lists"')
        (found,) = entry.findall(lists)
        assert (" hidden" in found) == hidden
        own = entry.findall(mine)
        assert [" hidden" in one for one in own] == ([False] if visitor is people[0] else [])
