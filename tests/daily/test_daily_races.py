"""Two tabs, two devices and requests sent twice, at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection

from games.daily.models import DailyAttempt, DailyGame, DailyPlay
from games.daily.services.daily_attempts import (
    close_overdue_turns,
    end_turn,
    settle_attempt,
    start_turn,
)
from games.daily.terms.turn_clock import CLOSING_GRACE, TURN_TIME
from games.players.models import Player
from scrabble_site.shared.refusals import Conflict
from tests.daily.handmade_games import BEST, GOOD, send
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)


def together(*acts: Callable[[], object]) -> list[bool]:
    """Run all acts at the same moment; return for each whether it was accepted."""
    gate = Barrier(len(acts))

    def run(act: Callable[[], object]) -> bool:
        gate.wait()
        try:
            act()
        except Conflict:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def test_a_first_turn_started_four_times_has_one_clock(
    game: DailyGame, people: list[Player]
) -> None:
    """A stranger's attempt is created only once as well."""
    acts = [lambda n=n: start_turn(game, people[0], 1, NOON + n * SECOND) for n in range(4)]
    assert all(together(*acts))
    assert DailyAttempt.objects.get().turn == 1


def test_a_double_press_of_next_skips_no_turn(game: DailyGame, people: list[Player]) -> None:
    start_turn(game, people[0], 1, NOON)
    end_turn(game, people[0], 1, NOON)
    together(*[lambda: start_turn(game, people[0], 2, NOON)] * 3)
    attempt = DailyAttempt.objects.get()
    assert (attempt.turn, attempt.turn_points) == (2, [0])


def test_plays_sent_at_once_leave_one_row(game: DailyGame, people: list[Player]) -> None:
    """The one that arrived last counts, whichever is written last."""
    start_turn(game, people[0], 1, NOON)
    acts = [
        lambda n=n, play=play: send(game, people[0], play, 1, NOON + n * SECOND)
        for n, play in enumerate((GOOD, GOOD, GOOD, BEST))
    ]
    assert all(together(*acts))
    assert DailyPlay.objects.get().tiles == BEST[1]


def test_a_turn_is_closed_once(game: DailyGame, people: list[Player]) -> None:
    """By the page, by another tab, by a reload and by the worker."""
    start_turn(game, people[0], 1, NOON)
    send(game, people[0], BEST, 1)
    over = NOON + TURN_TIME + CLOSING_GRACE + SECOND
    accepted = together(
        lambda: end_turn(game, people[0], 1, over),
        lambda: end_turn(game, people[0], 1, over),
        lambda: settle_attempt(game, people[0], over),
        lambda: close_overdue_turns(over),
    )
    assert all(accepted)
    attempt = DailyAttempt.objects.get()
    assert (attempt.turn_points, attempt.points, attempt.best_plays) == ([18], 18, 1)


def test_a_play_and_the_end_of_its_turn_agree(game: DailyGame, people: list[Player]) -> None:
    """A play that was accepted counts; one that came after the end was refused."""
    start_turn(game, people[0], 1, NOON)
    accepted, _ended = together(
        lambda: send(game, people[0], BEST, 1), lambda: end_turn(game, people[0], 1, NOON)
    )
    assert DailyAttempt.objects.get().turn_points == [18 if accepted else 0]
    assert DailyPlay.objects.exists() == accepted
