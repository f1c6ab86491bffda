"""The referee's work: games expire in time,
and a broken game does not delay others."""

import logging
from datetime import timedelta
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.play import store
from games.play.jobs import referee as loop
from games.play.models import Game, GameSecret, Room
from games.play.perspective import build_room_view
from games.play.services import referee, rooms, seats, turns
from games.play.services.room_settings import RoomSettings
from games.players.models import Notification
from games.rules.plays.acts import Exchange, Pass
from games.rules.positions.variants import get_variant
from tests.play.conftest import NOON, outcome_of, table_of

pytestmark = pytest.mark.django_db

DAY, WEEK = timedelta(days=1), timedelta(days=7)


@pytest.fixture
def open_qwibble(lexicon, people):
    """``open_qwibble(both=True)``:
    a Qwibble game that Amber has begun, with Cobalt seated if ``both``."""

    def open_(*, both: bool = False) -> Room:
        room_settings = RoomSettings(
            "qwibble", "qwibble-en", lexicon, 2, get_variant("qwibble").options()
        )
        room = rooms.open_room(people[0], room_settings, NOON)
        if both:
            seats.take_seat(room.code, people[1], 1, NOON)
        return room

    return open_


@pytest.fixture
def at(monkeypatch):
    """``at(now)``: run the referee once at that instant."""

    def attend_all(now) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)
        for code, game_id in referee.find_due_games(now):
            loop.referee_due_game(code, game_id)

    return attend_all


def take_turn(room: Room, player, now=NOON) -> None:
    """Exchange one tile, an act that never ends the game."""
    game = table_of(room)
    state = store.load_state(game)
    swap = Exchange(state.seats[state.to_move or 0].rack[:1])
    turns.apply_player_act(room.code, player.pk, swap, turn=game.turn_number, key="", now=now)


@pytest.mark.parametrize("both", [False, True])
def test_a_game_whose_starter_never_moves_lapses(open_qwibble, people, at, both) -> None:
    room = open_qwibble(both=both)
    at(NOON + WEEK - DAY)
    assert table_of(room).running
    at(NOON + WEEK)
    outcome = outcome_of(room)
    assert (outcome.reason, outcome.winner) == ("annulled", None)
    assert "the game expired" in build_room_view(room.code, None).say
    assert table_of(room).due_at is None


def test_a_rematch_without_a_first_move_lapses(open_qwibble, people, at) -> None:
    room = open_qwibble(both=True)
    for player in people[:2]:
        turn = table_of(room).turn_number
        turns.apply_player_act(room.code, player.pk, Pass(), turn=turn, key="", now=NOON)
    for player in people[:2]:
        rooms.ask_rematch(room.code, player, NOON + DAY)
    assert table_of(room).number == 2
    at(NOON + DAY + WEEK)
    assert outcome_of(room).reason == "annulled"


def test_an_opponent_who_sat_down_and_never_moved_loses(open_qwibble, people, at) -> None:
    room = open_qwibble(both=True)
    take_turn(room, people[0])
    at(NOON + WEEK)
    outcome = outcome_of(room)
    assert (outcome.reason, outcome.winner) == ("forfeited", 0)


def test_a_player_who_takes_a_seat_late_has_the_full_time_from_then(
    open_qwibble, people, at
) -> None:
    room = open_qwibble()
    take_turn(room, people[0])
    late = NOON + WEEK - timedelta(seconds=1)
    at(late)
    seats.take_seat(room.code, people[1], 1, late)
    at(late + WEEK - timedelta(seconds=1))
    assert table_of(room).running
    assert people[1].notices.filter(kind="reminder").exists()
    at(late + WEEK)
    assert outcome_of(room).reason == "forfeited"


def test_a_broken_game_is_postponed_and_logged_once(open_qwibble, people, at, caplog) -> None:
    broken, sound = open_qwibble(), open_qwibble()
    GameSecret.objects.filter(game__room=broken).delete()
    Game.objects.filter(room=broken).update(due_at=NOON)
    now, pauses = NOON + WEEK, []
    with caplog.at_level(logging.ERROR):
        for _ in range(4):
            at(now)
            due_at = table_of(broken).due_at
            assert due_at is not None
            pauses.append(due_at - now)
            now = due_at
    assert outcome_of(sound).reason == "annulled"
    assert [later / sooner for sooner, later in pairwise(pauses)] == [2, 2, 2]
    assert len([one for one in caplog.records if broken.code in one.getMessage()]) == 1


def test_the_retry_delay_is_limited_to_hours(open_qwibble, at) -> None:
    room = open_qwibble()
    GameSecret.objects.all().delete()
    # Without a limit, a pause that doubles this often would overflow every date.
    Game.objects.update(failures=30_000, due_at=NOON)
    at(NOON)
    due_at = table_of(room).due_at
    assert due_at is not None
    assert due_at - NOON == timedelta(hours=6)


def test_a_repaired_game_starts_with_the_first_retry_delay(open_qwibble, people) -> None:
    room = open_qwibble()
    Game.objects.update(failures=9)
    take_turn(room, people[0])
    assert table_of(room).failures == 0


def test_every_due_game_is_processed_in_any_number(open_qwibble, at, monkeypatch) -> None:
    monkeypatch.setattr(referee, "DUE_GAMES_PER_QUERY", 2)
    tables = [open_qwibble() for _ in range(5)]
    Game.objects.update(due_at=NOON)
    assert len(list(referee.find_due_games(NOON))) == 5, "though nothing moves them out of the way"
    at(NOON + WEEK)
    assert {outcome_of(room).reason for room in tables} == {"annulled"}


def test_the_referee_checks_again_that_a_game_is_due(open_qwibble, people) -> None:
    """A person moves after the query for due games and before this game is handled."""
    room = open_qwibble(both=True)
    now = NOON + WEEK
    ((code, game_id),) = referee.find_due_games(now)
    take_turn(room, people[0], now)
    assert not referee.referee_game(code, game_id, now)
    game = table_of(room)
    assert game.running
    assert game.turn_number == 1
    assert not Notification.objects.filter(kind="reminder").exists()


def test_a_second_referee_finds_nothing_left_to_do(open_table, people) -> None:
    room = open_table(variant="qwibble")
    now = NOON + WEEK
    ((code, game_id),) = referee.find_due_games(now)
    assert referee.referee_game(code, game_id, now)
    assert not referee.referee_game(code, game_id, now)
    assert table_of(room).turn_number == 1


def test_a_round_makes_one_indexed_query_for_any_number_of_games(open_qwibble) -> None:
    room = open_qwibble()
    later = NOON + 10 * WEEK
    Game.objects.bulk_create(
        [Game(room=room, number=n, status="playing", due_at=later) for n in range(2, 10_002)],
        batch_size=500,
    )
    with CaptureQueriesContext(connection) as asked:
        assert list(referee.find_due_games(NOON)) == []
    assert len(asked) == 1
    due = Game.objects.filter(due_at__lte=NOON).order_by("due_at", "pk")
    assert "due_at" in due.explain().lower()
