"""The lobby costs the same however many rooms there are, and lists those with someone present."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.db import connection
from django.db.models.sql.compiler import SQLCompiler
from django.test.utils import CaptureQueriesContext

from games.lobby.perspective import LISTED_FOR, MAX_ENTRIES, build_lobby
from games.play.models import Game, Room, Seat, SeatMember
from games.play.services import seats
from games.play.terms.seating import AWAY_AFTER
from games.players.models import Player
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db

MANY = 4_000
MORE = 3
"""How many times as many rows as with few rooms may be fetched; all rooms would be forty times."""


@pytest.fixture
def crowd(lexicon, people):
    """Return a function: ``crowd(n)`` creates ``n`` waiting rooms of one visitor, seen recently."""

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
        seating = Seat.objects.bulk_create(
            Seat(game=game, number=number) for game in games for number in (0, 1)
        )
        SeatMember.objects.bulk_create(
            SeatMember(seat=seat, game=seat.game, player=people[3], seen_at=NOON)
            for seat in seating
            if seat.number == 0
        )

    return make


def queries_of(player: Player | None) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        build_lobby(player, NOON)
    return [query["sql"] for query in captured.captured_queries]


def rows_of(player: Player | None) -> int:
    """Return how many rows are fetched from the database to show the lobby."""
    fetched = 0
    results = SQLCompiler.results_iter

    def count(self: SQLCompiler, *args: Any, **options: Any) -> Iterator[Any]:
        nonlocal fetched
        for row in results(self, *args, **options):
            fetched += 1
            yield row

    with patch.object(SQLCompiler, "results_iter", count):
        build_lobby(player, NOON)
    return fetched


def test_thousands_of_rooms_cost_the_lobby_little(crowd, people) -> None:
    crowd(MAX_ENTRIES)
    few = {player: (len(queries_of(player)), rows_of(player)) for player in (None, people[0])}
    Room.objects.all().delete()
    crowd(MANY)
    for player, (asked, fetched) in few.items():
        assert len(queries_of(player)) == asked
        assert rows_of(player) < MORE * fetched
    assert len(build_lobby(people[0], NOON)["rooms"]) == MAX_ENTRIES


def test_one_visitor_cannot_fill_the_lobby(crowd, open_table, people, limited) -> None:
    other = open_table(seats=3, started=False)
    seats.leave_seat(other.code, people[2], NOON)
    Room.objects.filter(pk=other.pk).update(seen_at=NOON - timedelta(minutes=5))
    crowd(2 * MAX_ENTRIES)
    found = [entry.code for entry in build_lobby(None, NOON)["rooms"]]
    assert other.code in found
    assert len(found) == settings.CONCURRENCY_LIMITS["rooms_of_host_listed"] + 1


def test_empty_rooms_leave_the_list(open_table, people) -> None:
    waiting = open_table(seats=3, started=False)
    seats.leave_seat(waiting.code, people[2], NOON)
    playing = open_table()

    def listed(now) -> tuple[list[str], list[str]]:
        found = build_lobby(None, now)
        return [x.code for x in found["rooms"]], [x.code for x in found["live"]]

    assert listed(NOON) == ([waiting.code], [playing.code])
    assert listed(NOON + LISTED_FOR * 0.9) == ([waiting.code], [playing.code])
    assert listed(NOON + LISTED_FOR * 1.1) == ([], [])
    assert Room.objects.count() == 2, "nothing is deleted"


def test_the_lobby_shows_who_is_present(open_table, people) -> None:
    room = open_table(seats=3, started=False)
    seats.leave_seat(room.code, people[2], NOON)
    later = NOON + AWAY_AFTER * 1.5
    SeatMember.objects.filter(player=people[1]).update(seen_at=later)
    (entry,) = build_lobby(None, later)["rooms"]
    assert [(side.people[0].name, side.here) for side in entry.sides] == [
        ("Amber", False),
        ("Cobalt", True),
    ]
