"""What time brings, whatever else is broken: games lapse, all that is due gets its turn."""

import logging
from datetime import timedelta
from itertools import pairwise
from time import perf_counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.play import referee as loop
from games.play import store
from games.play.models import Game, GameSecret, Room
from games.play.perspective import look
from games.play.services import referee, rooms, seats, turns
from games.play.services.rooms import RoomWishes
from games.players.models import Notice
from games.rules.moves import Exchange, Pass
from games.rules.variants import get_variant
from tests.play.conftest import NOON, outcome_of, table_of

pytestmark = pytest.mark.django_db

DAY, WEEK = timedelta(days=1), timedelta(days=7)


@pytest.fixture
def open_qwibble(lexicon, people):
    """A Qwibble game that Amber has begun, and Cobalt too if asked for."""

    def open_(*, both: bool = False) -> Room:
        wishes = RoomWishes("qwibble", "qwibble-en", lexicon, 2, get_variant("qwibble").options())
        room = rooms.open_room(people[0], wishes, NOON)
        if both:
            seats.sit(room.code, people[1], 1, NOON)
        return room

    return open_


@pytest.fixture
def at(monkeypatch):
    """``at(now)``: one round of the referee at that instant."""

    def attend_all(now) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)
        for code, game_id in referee.due_games(now):
            loop.attend_one(code, game_id)

    return attend_all


def take_turn(room: Room, player, now=NOON) -> None:
    """A swap, which ends nothing."""
    game = table_of(room)
    state = store.load(game)
    swap = Exchange(state.seats[state.to_move or 0].rack[:1])
    turns.act(room.code, player.pk, swap, turn=game.turn_number, key="", now=now)


@pytest.mark.parametrize("both", [False, True])
def test_a_game_whose_starter_never_moves_lapses(open_qwibble, people, at, both) -> None:
    room = open_qwibble(both=both)
    at(NOON + WEEK - DAY)
    assert table_of(room).running
    at(NOON + WEEK)
    outcome = outcome_of(room)
    assert (outcome.reason, outcome.winner) == ("annulled", None)
    assert "lapsed" in look(room.code, None).say
    assert table_of(room).due_at is None


def test_a_rematch_that_nobody_begins_lapses(open_qwibble, people, at) -> None:
    room = open_qwibble(both=True)
    for player in people[:2]:
        turn = table_of(room).turn_number
        turns.act(room.code, player.pk, Pass(), turn=turn, key="", now=NOON)
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


def test_who_takes_a_seat_late_has_all_the_days_from_then(open_qwibble, people, at) -> None:
    room = open_qwibble()
    take_turn(room, people[0])
    late = NOON + WEEK - timedelta(seconds=1)
    at(late)
    seats.sit(room.code, people[1], 1, late)
    at(late + WEEK - timedelta(seconds=1))
    assert table_of(room).running
    assert people[1].notices.filter(kind="reminder").exists()
    at(late + WEEK)
    assert outcome_of(room).reason == "forfeited"


def test_a_broken_game_is_put_back_and_told_once(open_qwibble, people, at, caplog) -> None:
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


def test_the_pause_never_grows_beyond_hours(open_qwibble, at) -> None:
    room = open_qwibble()
    GameSecret.objects.all().delete()
    Game.objects.update(failures=30_000, due_at=NOON)
    at(NOON)
    due_at = table_of(room).due_at
    assert due_at is not None
    assert due_at - NOON == timedelta(hours=6)


def test_a_game_that_is_whole_again_starts_from_the_first_pause(open_qwibble, people) -> None:
    room = open_qwibble()
    Game.objects.update(failures=9)
    take_turn(room, people[0])
    assert table_of(room).failures == 0


def test_every_due_game_has_its_turn_however_many(open_qwibble, at, monkeypatch) -> None:
    monkeypatch.setattr(referee, "PAGE", 2)
    tables = [open_qwibble() for _ in range(5)]
    Game.objects.update(due_at=NOON)
    assert len(list(referee.due_games(NOON))) == 5, "though nothing moves them out of the way"
    at(NOON + WEEK)
    assert {outcome_of(room).reason for room in tables} == {"annulled"}


def test_the_referee_looks_again_whether_it_is_still_due(open_qwibble, people) -> None:
    """Between the look at all games and the turn of this one, a person has moved."""
    room = open_qwibble(both=True)
    now = NOON + WEEK
    ((code, game_id),) = referee.due_games(now)
    take_turn(room, people[0], now)
    assert not referee.attend(code, game_id, now)
    game = table_of(room)
    assert game.running
    assert game.turn_number == 1
    assert not Notice.objects.filter(kind="reminder").exists()


def test_a_second_referee_finds_nothing_left_to_do(open_table, people) -> None:
    room = open_table(variant="qwibble")
    now = NOON + WEEK
    ((code, game_id),) = referee.due_games(now)
    assert referee.attend(code, game_id, now)
    assert not referee.attend(code, game_id, now)
    assert table_of(room).turn_number == 1


def test_a_round_asks_once_by_an_index_however_many_games_wait(
    open_qwibble, capsys: pytest.CaptureFixture[str]
) -> None:
    room = open_qwibble()
    later = NOON + 10 * WEEK
    Game.objects.bulk_create(
        [Game(room=room, number=n, status="playing", due_at=later) for n in range(2, 10_002)],
        batch_size=500,
    )
    rounds = []
    for _ in range(20):
        begun = perf_counter()
        assert list(referee.due_games(NOON)) == []
        rounds.append(1000 * (perf_counter() - begun))
    with CaptureQueriesContext(connection) as asked:
        list(referee.due_games(NOON))
    assert len(asked) == 1
    due = Game.objects.filter(due_at__lte=NOON).order_by("due_at", "pk")
    assert "due_at" in due.explain().lower()
    assert sorted(rounds)[10] < 50, "milliseconds"
    with capsys.disabled():
        print(f" a round over 10,000 games: {sorted(rounds)[10]:.1f} ms", end=" ")
