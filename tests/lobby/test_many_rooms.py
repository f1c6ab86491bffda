"""The lobby costs the same however many rooms there are, and lists those somebody is in."""

import time
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.lobby.perspective import LISTED, MOST_ENTRIES, look_at_lobby
from games.play.chairs import AWAY_AFTER
from games.play.models import Game, Holder, Room, Seat
from games.play.services import seats
from games.players.models import Player
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db

MANY = 20_000
BUDGET = 0.03


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


def test_twenty_thousand_rooms_cost_the_lobby_little(crowd, people) -> None:
    crowd(MOST_ENTRIES)
    few = {player: len(queries_of(player)) for player in (None, people[0])}
    Room.objects.all().delete()
    crowd(MANY)
    for player, asked in few.items():
        assert len(queries_of(player)) == asked
        assert min(_seconds(player) for _run in range(5)) < BUDGET
    assert len(look_at_lobby(people[0], NOON)["rooms"]) == MOST_ENTRIES


def _seconds(player: Player | None) -> float:
    """Of processor: other programs on the machine do not count."""
    begun = time.process_time()
    look_at_lobby(player, NOON)
    return time.process_time() - begun


def test_rooms_nobody_is_in_age_out_of_the_list(open_table, people) -> None:
    waiting = open_table(seats=3, started=False)
    seats.stand(waiting.code, people[2], NOON)
    playing = open_table()

    def listed(now) -> tuple[list[str], list[str]]:
        found = look_at_lobby(None, now)
        return [x.code for x in found["rooms"]], [x.code for x in found["live"]]

    assert listed(NOON) == ([waiting.code], [playing.code])
    assert listed(NOON + LISTED[Room.Stage.WAITING] * 1.1) == ([], [playing.code])
    assert listed(NOON + LISTED[Room.Stage.PLAYING] * 1.1) == ([], [])


def test_who_is_there_shows(open_table, people) -> None:
    room = open_table(seats=3, started=False)
    seats.stand(room.code, people[2], NOON)
    later = NOON + AWAY_AFTER * 1.5
    Holder.objects.filter(player=people[1]).update(seen_at=later)
    (entry,) = look_at_lobby(None, later)["rooms"]
    assert [(person.name, person.here) for person in entry.people] == [
        ("Amber", False),
        ("Cobalt", True),
    ]
