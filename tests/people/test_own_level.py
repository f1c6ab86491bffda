"""The computer level "about my strength": by rating, or by the latest game against a computer."""

from datetime import timedelta
from typing import Any

import pytest

from games.people.models import PlayedGame
from games.people.services.own_level import find_own_level
from games.play.services import rooms, seats, turns
from games.play.services.room_settings import RoomSettings
from games.play.terms.computer_levels import DEFAULT_LEVEL, LEVEL_RATINGS, get_next_level
from games.players.models import Player
from games.ratings.models import Ladder, Rating
from games.rules.plays.acts import Resign
from games.rules.positions.variants import get_variant
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


def own_level(player: Player | None, variant: str = "scrabble", language: str = "en") -> int:
    return find_own_level(player, variant, language)


def give_rating(player: Player, points: int, games: int, *, speed: str = "live") -> None:
    ladder, _made = Ladder.objects.get_or_create(variant="scrabble", language="en", speed=speed)
    mu = (points - 1500) / 25
    Rating.objects.create(ladder=ladder, player=player, mu=mu, sigma=1, games=games)


def play_computer(lexicon: Any, player: Player, level: int, hours: int = 0) -> None:
    """Resign a game against a computer."""
    now = NOON + timedelta(hours=hours)
    rules = get_variant("scrabble")
    room_settings = RoomSettings("scrabble", "en", lexicon, 2, rules.options())
    room = rooms.open_room(player, room_settings, now)
    seats.seat_computer(room.code, player, 1, level, now)
    rooms.start_game(room.code, player, now)
    turn = table_of(room).turn_number
    turns.apply_player_act(room.code, player.pk, Resign(), turn=turn, key="", now=now)


def test_strangers_get_the_usual_level(people) -> None:
    assert own_level(None) == own_level(people[0]) == DEFAULT_LEVEL


def test_the_rating_with_the_most_games_decides(people) -> None:
    give_rating(people[0], 1000, 3)
    give_rating(people[0], 1860, 30, speed="fast")
    nearest = min(LEVEL_RATINGS, key=lambda code: abs(LEVEL_RATINGS[code] - 1860))
    assert own_level(people[0]) == nearest
    assert own_level(people[0], "qwibble") == DEFAULT_LEVEL, "a rating counts for its own game"
    assert own_level(people[0], language="de") == DEFAULT_LEVEL, "and in its own language"


def test_without_a_rating_the_level_follows_the_latest_game(lexicon, guest) -> None:
    play_computer(lexicon, guest, 7)
    assert own_level(guest) == get_next_level(7, -1)
    play_computer(lexicon, guest, 9, hours=1)
    latest = guest.played.filter(ended_at__gt=NOON)
    assert own_level(guest) == get_next_level(9, -1)
    latest.update(result=PlayedGame.Result.WON)
    assert own_level(guest) == get_next_level(9, 1)
    latest.update(result=PlayedGame.Result.DRAWN)
    assert own_level(guest) == 9
    latest.update(result=PlayedGame.Result.ANNULLED)
    assert own_level(guest) == get_next_level(7, -1), "an annulled game counts for nothing"


def test_levels_end_at_both_ends(lexicon, guest) -> None:
    weakest = next(iter(LEVEL_RATINGS))
    play_computer(lexicon, guest, weakest)
    assert own_level(guest) == weakest
