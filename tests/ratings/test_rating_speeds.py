"""The speed of a time control; each ladder has games of one speed only."""

import pytest

from games.ratings.models import Ladder
from games.ratings.services.ladders import get_speed
from games.rules.positions.variants import get_variant
from games.rules.time.clock import TimeControl
from tests.ratings.conftest import resign


@pytest.mark.parametrize(
    ("variant", "clock", "speed"),
    [
        ("scrabble", "none", "untimed"),
        ("scrabble", "3+2", "fast"),
        ("scrabble", "5+5", "fast"),
        ("scrabble", "30s", "fast"),
        ("scrabble", "10+0", "live"),
        ("scrabble", "60s", "live"),
        ("scrabble", "25+0/5", "live"),
        ("scrabble", "3d", "correspondence"),
        ("qwibble", "none", "correspondence"),
        ("qwibble", "5+5", "fast"),
    ],
)
def test_the_speed_follows_from_the_time_for_an_average_game(variant, clock, speed) -> None:
    rules = get_variant(variant)
    assert get_speed(rules, rules.options(clock=TimeControl.read(clock))) == speed


@pytest.mark.django_db
def test_fast_games_have_their_own_ladder(open_rated, people) -> None:
    resign(open_rated(clock=TimeControl.read("3+2")), people[0])
    resign(open_rated(), people[0])
    assert sorted(Ladder.objects.values_list("speed", "games")) == [("fast", 1), ("live", 1)]
