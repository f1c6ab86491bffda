"""Playing a daily game by its services, with the time handed in."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from games.accounts.perspective.data_export import build_data_export
from games.accounts.services.account_deletion import delete_account
from games.accounts.services.account_merging import create_member, merge_guest
from games.daily.models import DailyAttempt, DailyGame, DailyPlay
from games.daily.services.daily_attempts import (
    close_overdue_turns,
    end_turn,
    settle_attempt,
    start_turn,
)
from games.daily.services.daily_streaks import get_daily_streak
from games.daily.terms.turn_clock import CLOSING_GRACE, TURN_TIME, get_publication
from games.health.models import LoopHeartbeat
from games.health.services import SITE_NAME
from games.play.signals import outage_ended
from games.players.models import Player
from games.rules.equipment.errors import RuleError
from lexicon.models import Lexicon
from scrabble_site.shared.refusals import Conflict
from tests.daily.handmade_games import (
    ALSO_BEST,
    BEST,
    GOOD,
    LATER_BEST,
    LATER_GOOD,
    PHONY,
    add_daily_game,
    play_game,
    send,
)
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db
SECOND, DAY = timedelta(seconds=1), timedelta(days=1)
END = NOON + TURN_TIME


def attempt_of(player: Player) -> DailyAttempt:
    return DailyAttempt.objects.get(player=player)


def test_a_game_is_played_to_its_end(game: DailyGame, people: list[Player]) -> None:
    attempt = play_game(game, people[0], BEST, LATER_GOOD)
    assert attempt.turn_points == [18, 28]
    assert (attempt.points, attempt.best_plays, attempt.practice) == (46, 1, False)
    assert attempt.finished_at == NOON
    with pytest.raises(Conflict, match=r"daily\.moved_on"):
        start_turn(game, people[0], 3, NOON)


def test_the_last_play_sent_counts(game: DailyGame, people: list[Player]) -> None:
    """Also if it is the worse one; one that arrived earlier but was read later does not."""
    start_turn(game, people[0], 1, NOON)
    send(game, people[0], BEST, 1, NOON + SECOND)
    send(game, people[0], GOOD, 1, NOON + 3 * SECOND)
    send(game, people[0], ALSO_BEST, 1, NOON + 2 * SECOND)
    end_turn(game, people[0], 1, NOON + 4 * SECOND)
    assert attempt_of(people[0]).turn_points == [12]
    assert DailyPlay.objects.count() == 1


def test_another_play_of_the_best_score_is_a_best_play(
    game: DailyGame, people: list[Player]
) -> None:
    assert play_game(game, people[0], ALSO_BEST).best_plays == 1


def test_an_invalid_word_scores_nothing(game: DailyGame, people: list[Player]) -> None:
    attempt = play_game(game, people[0], PHONY)
    assert (attempt.turn_points, attempt.best_plays) == ([0], 0)
    sent = DailyPlay.objects.get()
    assert (sent.score, sent.points, sent.invalid_words) == (26, 0, ["XNV"])


def test_an_illegal_placement_is_refused_and_changes_nothing(
    game: DailyGame, people: list[Player]
) -> None:
    start_turn(game, people[0], 1, NOON)
    send(game, people[0], GOOD, 1)
    for wrong in (("1A", "RAVEN"), ("8H", "QUIZ"), ("8H", "IONIZES")):
        with pytest.raises(RuleError):
            send(game, people[0], wrong, 1)
    assert DailyPlay.objects.get().tiles == GOOD[1]


def test_time_over_closes_the_turn_with_what_was_sent(
    game: DailyGame, people: list[Player]
) -> None:
    start_turn(game, people[0], 1, NOON)
    send(game, people[0], GOOD, 1, END)
    with pytest.raises(Conflict, match=r"daily\.turn_over"):
        send(game, people[0], BEST, 1, END + SECOND / 100)
    settled = settle_attempt(game, people[0], END + CLOSING_GRACE)
    assert settled is not None
    assert settled.turn_started_at is not None, "a play may be on its way"
    settled = settle_attempt(game, people[0], END + CLOSING_GRACE + SECOND)
    assert settled is not None
    assert (settled.turn_started_at, settled.turn_points) == (None, [12])
    with pytest.raises(Conflict, match=r"daily\.turn_over"):
        send(game, people[0], BEST, 1, END)


def test_the_line_is_credited_up_to_half_a_second(game: DailyGame, people: list[Player]) -> None:
    start_turn(game, people[0], 1, NOON)
    send(game, people[0], GOOD, 1, END + SECOND * 0.3, round_trip=0.4)
    with pytest.raises(Conflict, match=r"daily\.turn_over"):
        send(game, people[0], BEST, 1, END + SECOND * 0.6, round_trip=9.0)
    assert DailyPlay.objects.get().tiles == GOOD[1]


def test_a_player_who_leaves_continues_later_that_day(
    game: DailyGame, people: list[Player]
) -> None:
    """The worker closes the running turn. The next one begins when its player comes back."""
    start_turn(game, people[0], 1, NOON)
    send(game, people[0], BEST, 1)
    assert close_overdue_turns(END) == 0
    assert close_overdue_turns(NOON + 3600 * SECOND) == 1
    assert close_overdue_turns(NOON + 3600 * SECOND) == 0
    evening = NOON + 8 * 3600 * SECOND
    start_turn(game, people[0], 2, evening)
    send(game, people[0], LATER_BEST, 2, evening)
    assert close_overdue_turns(evening + 3600 * SECOND) == 1
    attempt = attempt_of(people[0])
    assert (attempt.points, attempt.practice) == (107, False)
    assert attempt.finished_at == evening + TURN_TIME


def test_the_next_turn_may_be_started_once_the_time_is_over(
    game: DailyGame, people: list[Player]
) -> None:
    start_turn(game, people[0], 1, NOON)
    with pytest.raises(Conflict, match=r"daily\.moved_on"):
        start_turn(game, people[0], 2, NOON + SECOND)
    start_turn(game, people[0], 2, END + 2 * SECOND)
    attempt = attempt_of(people[0])
    assert (attempt.turn, attempt.turn_points) == (2, [0])


def test_acts_for_other_turns_are_refused(game: DailyGame, people: list[Player]) -> None:
    with pytest.raises(Conflict):
        send(game, people[0], BEST, 1)
    with pytest.raises(Conflict):
        end_turn(game, people[0], 1, NOON)
    for turn in (0, 2, 99):
        with pytest.raises(Conflict):
            start_turn(game, people[0], turn, NOON)
    start_turn(game, people[0], 1, NOON)
    for turn in (0, 2):
        with pytest.raises(Conflict):
            send(game, people[0], BEST, turn)
    with pytest.raises(Conflict):
        end_turn(game, people[0], 2, NOON)
    assert attempt_of(people[0]).turn == 1


def test_acts_sent_twice_count_once(game: DailyGame, people: list[Player]) -> None:
    """A turn keeps its clock, and a turn that is over its result."""
    start_turn(game, people[0], 1, NOON)
    start_turn(game, people[0], 1, NOON + 60 * SECOND)
    assert attempt_of(people[0]).turn_started_at == NOON
    send(game, people[0], BEST, 1)
    send(game, people[0], BEST, 1)
    end_turn(game, people[0], 1, NOON)
    end_turn(game, people[0], 1, NOON)
    start_turn(game, people[0], 1, NOON)
    attempt = attempt_of(people[0])
    assert (attempt.turn_points, attempt.turn_started_at) == ([18], None)
    start_turn(game, people[0], 2, NOON)
    end_turn(game, people[0], 1, NOON)
    assert attempt_of(people[0]).turn_started_at == NOON


def test_an_outage_is_not_charged(game: DailyGame, people: list[Player]) -> None:
    """A turn that was over before is not opened again; one that had just begun starts anew."""
    start_turn(game, people[0], 1, NOON)
    start_turn(game, people[1], 1, NOON - 200 * SECOND)
    start_turn(game, people[2], 1, NOON + 21 * SECOND)
    outage_ended.send(sender=Any, began=NOON + 20 * SECOND, ended=NOON + 320 * SECOND)
    send(game, people[0], BEST, 1, NOON + 419 * SECOND)
    with pytest.raises(Conflict):
        send(game, people[1], BEST, 1, NOON + 321 * SECOND)
    assert attempt_of(people[2]).turn_started_at == NOON + 320 * SECOND


def test_no_turn_is_closed_while_the_site_is_down(game: DailyGame, people: list[Player]) -> None:
    """Its time is given back once the site serves pages again."""
    start_turn(game, people[0], 1, NOON)
    LoopHeartbeat.objects.create(loop=SITE_NAME, seen_at=NOON + SECOND)
    later = NOON + 3600 * SECOND
    assert close_overdue_turns(later) == 0
    LoopHeartbeat.objects.update(seen_at=later)
    assert close_overdue_turns(later) == 1


def test_a_day_that_is_over_is_practice(game: DailyGame, people: list[Player]) -> None:
    """A turn begun on the day still counts; one begun later makes the whole attempt practice."""
    midnight = NOON + 12 * 3600 * SECOND
    play_game(game, people[0], BEST)
    start_turn(game, people[0], 2, midnight - SECOND)
    send(game, people[0], LATER_BEST, 2, midnight + 60 * SECOND)
    close_overdue_turns(midnight + 3600 * SECOND)
    assert not attempt_of(people[0]).practice
    finished = attempt_of(people[0]).finished_at
    assert finished is not None
    assert finished < get_publication(game.day)
    play_game(game, people[1], BEST)
    play_game(game, people[2], BEST, LATER_BEST, now=midnight)
    start_turn(game, people[1], 2, midnight)
    assert attempt_of(people[1]).practice
    assert attempt_of(people[2]).practice
    assert get_daily_streak(people[2], midnight.date()).longest == 0


def test_days_in_a_row_make_a_streak(lexicon: Lexicon, people: list[Player]) -> None:
    for number in (0, 1, 3):
        at = NOON + number * DAY
        play_game(add_daily_game(lexicon, at.date()), people[0], None, None, now=at)
    seen = [get_daily_streak(people[0], (NOON + n * DAY).date()) for n in (3, 4, 5)]
    assert [(one.current, one.longest) for one in seen] == [(1, 2), (1, 2), (0, 2)]


def test_attempts_follow_a_player_through_signup_login_and_deletion(
    game: DailyGame, people: list[Player]
) -> None:
    """Where both have played, the first attempt stays: no one may look as a guest first."""
    amber, guest, *_ = people
    member = create_member(User.objects.create_user("Amber"), amber, "Amber")
    play_game(game, guest, GOOD, now=NOON)
    play_game(game, member, BEST, LATER_BEST, now=NOON + SECOND)
    merge_guest(guest, member, NOON)
    kept = DailyAttempt.objects.get()
    assert (kept.player, kept.points) == (member, 12)
    start_turn(game, member, 2, NOON)
    send(game, member, LATER_GOOD, 2)
    (exported,) = build_data_export(member, NOON)["daily_games"]
    assert exported["turn_points"] == [12]
    assert [play["tiles"] for play in exported["plays"]] == ["VAN"]
    delete_account(member, NOON)
    assert not DailyAttempt.objects.exists()
    assert not DailyPlay.objects.exists()
