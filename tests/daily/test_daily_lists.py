"""The lists of daily games: today's, tomorrow's hashes and earlier days; practice on those."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client

from games.daily.models import DailyGame
from games.daily.services.daily_games import list_missing_games, save_daily_game
from games.players.models import Player
from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words
from tests.daily.handmade_games import (
    BEST,
    LATER_GOOD,
    SECRET,
    TURNS,
    add_daily_game,
    play_game,
)
from tests.daily.test_daily_pages import ADDRESS, _noon, end, start, text_of
from tests.play.conftest import NOON

__all__ = ["_noon"]
pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
Clock = Callable[[datetime], None]
DAY = timedelta(days=1)


def test_games_to_come_and_odd_addresses_are_unknown(
    lexicon: Lexicon, client_of: Browse, set_clock: Clock
) -> None:
    add_daily_game(lexicon, (NOON + DAY).date())
    browser = client_of(None)
    for path in ("2026-05-02/en/", "2026-05-01/en/", "tomorrow/en/", "2026-05-02/xx/"):
        for part in ("", "results", "draws", "draws.json"):
            assert browser.get(f"/daily/{path}{part}").status_code == 404, path + part
        assert browser.post(f"/daily/{path}start", {"turn": 1}).status_code == 404
    set_clock(NOON + DAY)
    assert browser.get("/daily/2026-05-02/en/").status_code == 200


def test_the_list_has_todays_games_and_tomorrows_hashes(
    lexicon: Lexicon, people: list[Player], client_of: Browse
) -> None:
    german = Lexicon.objects.create(slug="wenig", name="Wenig", language="de")
    publish_words(german, ["AB"], base=None, author=Author("tests"), note="made")
    browser = client_of(people[0])
    assert "being prepared" in text_of(browser.get("/daily/"))
    for wanted in list_missing_games([NOON.date(), (NOON + DAY).date()]):
        save_daily_game(wanted, SECRET, TURNS, NOON)
    page = text_of(browser.get("/daily/"))
    own, _summary, others = page.partition("Other languages")
    assert "/daily/2026-05-01/en/" in own
    assert "/daily/2026-05-01/de/" not in own
    assert "/daily/2026-05-01/de/" in others
    assert page.count(DailyGame.objects.first().seed_hash) == 2
    assert "2026-05-02" not in page
    germans = browser.get("/daily/", headers={"Accept-Language": "de"})
    assert "/daily/2026-05-01/de/" in text_of(germans).partition("Other languages")[0]
    assert 'href="/daily/"' in text_of(browser.get("/puzzles/"))
    assert 'href="/daily/"' in text_of(browser.get("/"))


def test_two_days_in_a_row(
    lexicon: Lexicon, people: list[Player], client_of: Browse, set_clock: Clock
) -> None:
    """Day 1, then day 2: the streak is 2, and the first day is in the archive."""
    browser = client_of(people[0])
    for number in (0, 1):
        set_clock(NOON + number * DAY)
        game = add_daily_game(lexicon, (NOON + number * DAY).date())
        address = game.get_absolute_url()
        for turn in (1, 2):
            browser.post(f"{address}start", {"turn": turn})
            browser.post(f"{address}end", {"turn": turn})
    page = text_of(browser.get("/daily/"))
    assert '<b class="big-figure">2</b>' in page
    assert "Done for today" in page
    assert "1 player has finished" in page
    days = text_of(browser.get("/daily/days/"))
    assert "2026-05-01" in days
    assert "/daily/2026-05-02/" not in days
    assert "0 points (0%)" in days
    assert "No earlier games" in text_of(browser.get("/daily/days/?before=2026-05-01"))
    assert browser.get("/daily/days/?before=never").status_code == 200


def test_an_earlier_game_is_played_for_practice(
    game: DailyGame, people: list[Player], client_of: Browse, set_clock: Clock
) -> None:
    play_game(game, people[1], BEST, LATER_GOOD)
    set_clock(NOON + 3 * DAY)
    browser = client_of(people[0])
    assert "You can play for practice" in text_of(browser.get(ADDRESS))
    for turn in (1, 2):
        start(browser, turn)
        over = end(browser, turn)
    assert "Practice: this is not ranked" in text_of(over)
    board = text_of(browser.get(f"{ADDRESS}results"))
    assert "so you are not ranked" in board
    assert "Cobalt" in board
    assert "Amber" not in board.partition("<main")[2]
