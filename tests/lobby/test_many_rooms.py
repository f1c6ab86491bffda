"""The lobby costs the same however many rooms there are, and lists those somebody is in."""

import time
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.lobby.perspective import LISTED_FOR, MOST_ENTRIES, look_at_lobby
from games.play.chairs import AWAY_AFTER
from games.play.models import Game, Holder, Room, Seat
from games.play.services import seats
from games.players.models import Player
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db

MANY = 4_000
DEARER = 3
"""Times that many rooms may cost what few do: reading them all would cost forty."""


@pytest.fixture
def crowd(lexicon, people):
    """``crowd(n)``: so many waiting rooms of one visitor, all seen just now."""

    def make(count: int) -> None:
        wanted = [
            Room(
                code=f"c{number:07}",
                title="Crowd",
                host=people[3],
                variant="scrabble",
                edition="en",
                options={},
                lexicon=lexicon,
                seen_at=NOON - timedelta(milliseconds=number),
            )
            for number in range(count)
        ]
        made = Room.objects.bulk_create(wanted)
        games = Game.objects.bulk_create(Game(room=room, number=1) for room in made)
        chairs = Seat.objects.bulk_create(
            Seat(game=game, number=number) for game in games for number in (0, 1)
        )
        Holder.objects.bulk_create(
            Holder(seat=seat, game=seat.game, player=people[3], seen_at=NOON)
            for seat in chairs
            if seat.number == 0
        )

    return make


def queries_of(player: Player | None) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        look_at_lobby(player, NOON)
    return [query["sql"] for query in captured.captured_queries]


def test_thousands_of_rooms_cost_the_lobby_little(crowd, people) -> None:
    crowd(MOST_ENTRIES)
    few = {player: (len(queries_of(player)), _seconds(player)) for player in (None, people[0])}
    Room.objects.all().delete()
    crowd(MANY)
    for player, (asked, seconds) in few.items():
        assert len(queries_of(player)) == asked
        assert _seconds(player) < DEARER * seconds
    assert len(look_at_lobby(people[0], NOON)["rooms"]) == MOST_ENTRIES


def test_no_stranger_fills_the_lobby(crowd, open_table, people, limited) -> None:
    other = open_table(seats=3, started=False)
    seats.stand(other.code, people[2], NOON)
    Room.objects.filter(pk=other.pk).update(seen_at=NOON - timedelta(minutes=5))
    crowd(2 * MOST_ENTRIES)
    found = [entry.code for entry in look_at_lobby(None, NOON)["rooms"]]
    assert other.code in found
    assert len(found) == settings.AT_ONCE["rooms_of_host_listed"] + 1


def _seconds(player: Player | None) -> float:
    """Of processor, the least of five: other programs on the machine do not count."""
    found = []
    for _run in range(5):
        begun = time.process_time()
        look_at_lobby(player, NOON)
        found.append(time.process_time() - begun)
    return min(found)


def test_rooms_nobody_is_in_age_out_of_the_list(open_table, people) -> None:
    waiting = open_table(seats=3, started=False)
    seats.stand(waiting.code, people[2], NOON)
    playing = open_table()

    def listed(now) -> tuple[list[str], list[str]]:
        found = look_at_lobby(None, now)
        return [x.code for x in found["rooms"]], [x.code for x in found["live"]]

    assert listed(NOON) == ([waiting.code], [playing.code])
    assert listed(NOON + LISTED_FOR * 0.9) == ([waiting.code], [playing.code])
    assert listed(NOON + LISTED_FOR * 1.1) == ([], [])
    assert Room.objects.count() == 2, "nothing is deleted"


def test_who_is_there_shows(open_table, people) -> None:
    room = open_table(seats=3, started=False)
    seats.stand(room.code, people[2], NOON)
    later = NOON + AWAY_AFTER * 1.5
    Holder.objects.filter(player=people[1]).update(seen_at=later)
    (entry,) = look_at_lobby(None, later)["rooms"]
    assert [(side.people[0].name, side.here) for side in entry.sides] == [
        ("Amber", False),
        ("Cobalt", True),
    ]
