"""Games that end at the same moment are rated one after the other, and a recount agrees."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import StringIO
from threading import Barrier

import pytest
from django.core.management import call_command
from django.db import connection

from games.play.models import Room
from games.play.services import turns
from games.ratings.models import Ladder, RatedGame, Rating
from games.rules.plays.acts import Resign
from tests.play.conftest import NOON
from tests.ratings.conftest import move_all

GAMES = 6


@pytest.mark.django_db(transaction=True)
def test_simultaneous_endings_are_rated_in_one_order(open_rated, people) -> None:
    tables = [open_rated() for _ in range(GAMES)]
    for room in tables:
        move_all(room)
    gate = Barrier(GAMES)

    def end(number: int, room: Room) -> None:
        """End a game. Its time does not give the order,
        since a later request may be served first."""
        gate.wait()
        now = NOON - timedelta(seconds=number)
        turns.apply_player_act(room.code, people[number % 2].pk, Resign(), turn=2, key="", now=now)
        connection.close()

    with ThreadPoolExecutor(GAMES) as pool:
        list(pool.map(end, range(GAMES), tables))
    ladder = Ladder.objects.get()
    numbers = list(RatedGame.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, GAMES + 1))
    assert ladder.games == GAMES
    assert set(Rating.objects.values_list("games", flat=True)) == {GAMES}
    call_command("recount_ratings", "--check", stdout=StringIO())
