"""Clocks at the table: charged, shown, and stopped by the referee whether or not a page is open."""

from datetime import timedelta
from typing import Any

import pytest

from games.health.models import LoopHeartbeat
from games.play import store
from games.play.jobs import referee as loop
from games.play.live.page_state import serialize_state
from games.play.models import Game, Room
from games.play.perspective import build_room_view
from games.play.services import outages, referee, rooms, schedule, seats, turns
from games.play.services.room_settings import RoomSettings
from games.play.store.replay import replay_game
from games.play.store.snapshots import clear_snapshot_cache
from games.records.perspective.bag_verification import verify_draws
from games.records.perspective.gcg_export import export_gcg
from games.rules.equipment.errors import NotAllowedError
from games.rules.plays.acts import Exchange, Pass
from games.rules.positions.variants import get_variant
from games.rules.time.clock import TimeControl
from scrabble_site.shared.instants import to_ms
from scrabble_site.shared.refusals import Conflict
from tests.play.conftest import NOON, outcome_of, table_of

pytestmark = pytest.mark.django_db

MAX_ROUNDS = 5
"""The rounds within which the referee catches up with everything that is due in one game."""


def seconds(n: float) -> timedelta:
    return timedelta(seconds=n)


@pytest.fixture
def open_timed(open_table):
    """``open_timed("5+5")``: a room for two with this clock, dealt at noon."""

    def open_(clock: str, **chosen: Any) -> Room:
        return open_table(clock=TimeControl.read(clock), **chosen)

    return open_


@pytest.fixture
def at(monkeypatch):
    """``at(now)``: run the referee at that instant until nothing is due any more."""

    def attend_all(now) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)
        for _ in range(MAX_ROUNDS):
            for code, game_id in list(referee.find_due_games(now)):
                loop.referee_due_game(code, game_id)
        assert list(referee.find_due_games(now)) == [], "the referee comes to an end"

    return attend_all


def swap(room: Room, people, now, *, lag: int = 0, act=None) -> None:
    """Let the seat to move exchange a tile or do ``act``."""
    game = table_of(room)
    state = store.load_state(game)
    assert state.to_move is not None
    chosen = act or Exchange(state.seats[state.to_move].rack[:1])
    mover = people[state.to_move].pk
    turns.apply_player_act(
        room.code, mover, chosen, turn=game.turn_number, key="", now=now, lag=lag
    )


def mover_of(room: Room) -> int:
    mover = build_room_view(room.code, None).to_move
    assert mover is not None
    return mover


def left_of(room: Room) -> tuple[int, ...]:
    clock = store.load_state(table_of(room)).clock
    assert clock is not None
    return clock.left


def test_a_turn_is_charged_and_the_page_shows_the_same_figure(open_timed, people) -> None:
    room = open_timed("5+5")
    first = mover_of(room)
    swap(room, people, NOON + seconds(20))
    view = build_room_view(room.code, None)
    assert view.clock is not None
    assert view.clock.left[first] == 285_000
    assert view.clock.left[1 - first] == 300_000
    assert (view.clock.running, view.clock.since) == (1 - first, to_ms(NOON + seconds(20)))
    shown = serialize_state(view)["clock"]
    assert shown["left"] == view.clock.left
    assert shown["since"] == view.clock.since


def test_a_flag_falls_without_open_pages(open_timed, people, at) -> None:
    room = open_timed("0:20+0")
    first = mover_of(room)
    # The clock has 20 seconds; the referee waits 1.5 s more for commands under way.
    at(NOON + seconds(21.499))
    assert table_of(room).running, "a command that came in time may still wait for its turn"
    at(NOON + seconds(21.5))
    assert (outcome_of(room).reason, outcome_of(room).winner) == ("forfeited", 1 - first)
    assert "ran out of time" in build_room_view(room.code, None).say
    assert table_of(room).due_at is None


def test_a_request_after_the_time_limit_ends_the_game(open_timed, people) -> None:
    room = open_timed("0:20+0")
    first = mover_of(room)
    swap(room, people, NOON + seconds(25))
    assert outcome_of(room).winner == 1 - first
    assert [move.kind for move in table_of(room).moves.all()] == ["flag"]


def test_a_delayed_move_gets_latency_credit(open_timed, people, at) -> None:
    room = open_timed("0:20+5")
    with pytest.raises(NotAllowedError, match="is out"):
        swap(room, people, NOON + seconds(20.3), lag=200)
    swap(room, people, NOON + seconds(20.3), lag=400)
    assert min(left_of(room)) == 5_100


def test_running_out_of_time_passes_and_the_third_time_forfeits(open_timed, people, at) -> None:
    room = open_timed("10s", end_rule="scoreless")
    first, now = mover_of(room), NOON
    for _ in range(2):
        now += seconds(11.5)
        at(now)
        assert table_of(room).running
        assert build_room_view(room.code, None).to_move == 1 - first
        assert "passed" in build_room_view(room.code, None).say
        swap(room, people, now)
    # The third turn that runs out forfeits the game.
    at(now + seconds(11.5))
    assert (outcome_of(room).reason, outcome_of(room).winner) == ("forfeited", 1 - first)


def test_overtime_is_shown_recorded_and_exported(open_timed, people) -> None:
    room = open_timed("0:20+0/5")
    now, first = NOON + seconds(90), mover_of(room)
    for _ in range(4):
        swap(room, people, now, act=Pass())
    outcome = outcome_of(room)
    assert [final.overtime for final in outcome.finals][first] == 20
    late = outcome.finals[first]
    assert late.total == late.before + late.adjustment - 20
    assert outcome.winner == 1 - first
    gcg = export_gcg(table_of(room))
    assert f"(time) -20 {late.total}" in gcg
    assert verify_draws(table_of(room)).fault == ""
    assert [step.move.kind for step in replay_game(table_of(room))] == ["pass"] * 4


def test_a_correspondence_turn_is_forfeited_and_announced(open_timed, people, at) -> None:
    room = open_timed("2d")
    swap(room, people, NOON)
    mover = people[mover_of(room)]
    at(NOON + timedelta(days=1))
    assert mover.notices.filter(kind="reminder").count() == 1
    assert table_of(room).running
    swap(room, people, NOON + timedelta(days=1))
    at(NOON + timedelta(days=3) - seconds(1))
    assert table_of(room).running
    at(NOON + timedelta(days=3))
    assert outcome_of(room).reason == "forfeited"


def test_no_reminder_is_sent_with_the_turn_itself(open_timed, people, at) -> None:
    room = open_timed("1d")
    swap(room, people, NOON)
    at(NOON + seconds(2))
    mover = people[mover_of(room)]
    assert not mover.notices.filter(kind="reminder").exists()
    at(NOON + timedelta(hours=21))
    assert mover.notices.filter(kind="reminder").count() == 1


def test_clocks_start_when_the_opponent_has_arrived(lexicon, people, at) -> None:
    options = get_variant("qwibble").options(clock=TimeControl.read("0:20+0"))
    room_settings = RoomSettings("qwibble", "qwibble-en", lexicon, 2, options)
    room = rooms.open_room(people[0], room_settings, NOON)
    clock = build_room_view(room.code, None).clock
    assert clock is not None
    assert (clock.running, clock.stopped_because) == (None, "waiting")
    swap(room, people, NOON + timedelta(hours=1))
    at(NOON + timedelta(hours=2))
    seats.take_seat(room.code, people[1], 1, NOON + timedelta(hours=3))
    clock = build_room_view(room.code, None).clock
    assert clock is not None
    assert (clock.running, clock.left) == (1, (20_000, 20_000))
    at(NOON + timedelta(hours=3) + seconds(21.5))
    assert outcome_of(room).winner == 0


def test_the_time_of_an_outage_is_charged_to_no_player(open_timed, people, at) -> None:
    room, calm = open_timed("0:20+0"), open_timed("0:20+0")
    outages.report_alive(NOON)
    outages.report_alive(NOON + seconds(4))
    stamp = Room.objects.get(pk=room.pk).stamp
    swap(calm, people, NOON + seconds(5))
    at(NOON + seconds(40))
    assert table_of(room).running, "no flag falls while the site is down"
    changed = outages.report_alive(NOON + seconds(64))
    assert sorted(changed) == sorted([room.code, calm.code])
    assert Room.objects.get(pk=room.pk).stamp == stamp + 1
    assert outages.report_alive(NOON + seconds(65)) == []
    clear_snapshot_cache()
    swap(room, people, NOON + seconds(66))
    assert min(left_of(room)) == 14_000, "four seconds before the outage, two after it"
    assert table_of(calm).clock_since == NOON + seconds(64), "begun in the silence, it begins now"
    for second in range(66, 86, 3):
        outages.report_alive(NOON + seconds(second))
    # Its 20 seconds began when the outage ended, at 64 s; the referee waits 1.5 s more.
    at(NOON + seconds(85.4))
    assert table_of(calm).running
    at(NOON + seconds(85.5))
    assert outcome_of(calm).reason == "forfeited"


def test_a_worker_without_web_processes_forfeits_no_game(open_timed, at) -> None:
    room = open_timed("0:20+0")
    LoopHeartbeat.objects.create(loop="site", seen_at=NOON)
    at(NOON + timedelta(minutes=5))
    assert table_of(room).running


def test_the_referee_checks_again_before_acting(open_timed, people) -> None:
    room = open_timed("10s")
    now = NOON + seconds(11.5)
    ((code, game_id),) = referee.find_due_games(now)
    assert referee.referee_game(code, game_id, now)
    assert not referee.referee_game(code, game_id, now)
    assert table_of(room).turn_number == 1
    other = open_timed("10s")
    ((code, game_id),) = [one for one in referee.find_due_games(now) if one[0] == other.code]
    swap(other, people, NOON + seconds(9))
    assert not referee.referee_game(code, game_id, now), "the move came first"
    with pytest.raises(Conflict):
        turns.apply_player_act(code, people[0].pk, Pass(), turn=0, key="", now=now)


def test_a_forgotten_game_lapses_after_a_notification(open_table, people, at) -> None:
    room = open_table()
    swap(room, people, NOON)
    at(NOON + timedelta(days=27))
    assert all(p.notices.filter(kind="lapsing").count() == 1 for p in people[:2])
    at(NOON + timedelta(days=29))
    assert table_of(room).running
    at(NOON + timedelta(days=30))
    assert outcome_of(room).reason == "annulled"


def test_a_move_saves_a_forgotten_game(open_table, people, at) -> None:
    room = open_table()
    at(NOON + timedelta(days=27))
    swap(room, people, NOON + timedelta(days=28))
    at(NOON + timedelta(days=31))
    assert table_of(room).running


def test_a_late_notification_does_not_shorten_the_period(open_table, people, at) -> None:
    room = open_table()
    Game.objects.filter(room=room).update(due_at=NOON)
    at(NOON + timedelta(days=90))
    assert table_of(room).running
    at(NOON + timedelta(days=93))
    assert outcome_of(room).reason == "annulled"


def test_a_computer_manages_its_time(open_timed, people) -> None:
    room = open_timed("0:20+0")
    table_of(room).seats.update(computer_level=3)
    Room.objects.update(simulate_thinking=True, stamp=99)
    game = table_of(room)
    schedule.replan_game(game, NOON)
    assert game.computer_at is not None
    assert game.computer_at - NOON <= seconds(0.4)
