"""Rated games that began before rated games needed a clock:
a player cannot save a rating by not moving."""

from datetime import timedelta

import pytest

from games.play.models import Game
from games.play.perspective import build_room_view
from games.players.services.notifications import describe_notification
from tests.play.conftest import NOON, outcome_of
from tests.play.test_clocks import at as at
from tests.play.test_clocks import swap

pytestmark = pytest.mark.django_db


def test_a_rated_game_that_stalls_is_lost_by_the_player_to_move(open_table, people, at) -> None:
    room = open_table()
    Game.objects.update(rated=True)
    swap(room, people, NOON)
    swap(room, people, NOON)
    mover = build_room_view(room.code, None).to_move or 0
    at(NOON + timedelta(days=27))
    notice = people[0].notices.get(kind="lapsing")
    assert describe_notification(notice, NOON).endswith("The player to move loses in 3 days.")
    at(NOON + timedelta(days=30))
    outcome = outcome_of(room)
    assert (outcome.reason, outcome.winner) == ("forfeited", 1 - mover)


def test_a_rated_game_that_could_be_aborted_is_given_up(open_table, people, at) -> None:
    room = open_table()
    Game.objects.update(rated=True)
    swap(room, people, NOON)
    at(NOON + timedelta(days=27))
    at(NOON + timedelta(days=30))
    assert outcome_of(room).reason == "annulled"
