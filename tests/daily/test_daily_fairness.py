"""No help while the clock of a daily game runs, and none with its positions on its day."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client

from games.daily.models import DailyAttempt, DailyGame
from games.daily.services.daily_attempts import end_turn, start_turn
from games.daily.terms.daily_turns import DailyTurn, build_board
from games.daily.terms.turn_clock import TURN_TIME, get_publication
from games.play.services.running_positions import refuse_running_position
from games.play.terms.running_games import is_language_in_play
from games.players.models import Player
from games.rules.equipment.tiles import load_tile_set
from lexicon.models import Lexicon
from scrabble_site.shared.refusals import Forbidden
from tests.daily.handmade_games import TURNS, add_daily_game
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
Clock = Callable[[datetime], None]


def test_dictionaries_and_analysis_are_closed_while_the_clock_runs(
    game: DailyGame, people: list[Player], client_of: Browse, set_clock: Clock
) -> None:
    """They open between two turns, and when the time of the turn is over."""
    set_clock(NOON)
    pages = ("/analyse/", "/dictionaries/few/", "/study/")
    browser, other = client_of(people[0]), client_of(people[1])

    def list_closed(one: Client) -> list[str]:
        return [page for page in pages if one.get(page).status_code == 403]

    assert list_closed(browser) == []
    start_turn(game, people[0], 1, NOON)
    assert list_closed(browser) == list(pages)
    assert list_closed(other) == []
    assert "Daily game" in browser.get("/analyse/").content.decode()
    assert is_language_in_play(people[0], "en")
    assert not is_language_in_play(people[0], "de")
    end_turn(game, people[0], 1, NOON)
    assert list_closed(browser) == []
    start_turn(game, people[0], 2, NOON)
    assert list_closed(browser) == list(pages)
    set_clock(NOON + TURN_TIME + timedelta(seconds=2))
    assert list_closed(browser) == []


def test_practice_closes_nothing(game: DailyGame, people: list[Player], set_clock: Clock) -> None:
    later = NOON + timedelta(days=2)
    set_clock(later)
    start_turn(game, people[0], 1, later)
    assert DailyAttempt.objects.get().practice
    assert not is_language_in_play(people[0], "en")


def test_todays_positions_are_not_analysed_for_anyone(lexicon: Lexicon, set_clock: Clock) -> None:
    """Tomorrow's are unknown to everyone, and earlier ones are no secret."""
    third = DailyTurn("ABCDEFG", "10D", "BAD", 12)
    game = add_daily_game(lexicon, turns=(*TURNS, third))
    tile_set = load_tile_set("en")
    boards = [build_board(game_turns, tile_set) for game_turns in (TURNS[:1], TURNS)]
    for at in (NOON, get_publication(game.day) - timedelta(seconds=1)):
        set_clock(at)
        for board in boards:
            with pytest.raises(Forbidden, match=r"position\.running"):
                refuse_running_position(board, 7)
    for at in (get_publication(game.day), NOON - timedelta(days=1)):
        set_clock(at)
        for board in boards:
            refuse_running_position(board, 7)
