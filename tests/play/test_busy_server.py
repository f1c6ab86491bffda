"""A busy server applies commands late: no player is charged for the delay.

``hold_arrival`` stands for a command that has arrived and waits, for a thread or for the lock.
"""

from typing import Any

import pytest

from games.common.waiting_commands import hold_arrival
from games.play import store
from games.play.jobs import referee as loop
from games.play.models import Room
from games.play.perspective import build_room_view
from games.play.services import pauses, referee, turns
from games.rules.equipment.errors import NotAllowedError
from games.rules.plays.acts import Act, Exchange, Pass, Resign
from scrabble_site.shared.instants import to_ms
from tests.play.conftest import NOON, table_of
from tests.play.test_clocks import left_of, mover_of, seconds
from tests.play.test_clocks import open_timed as open_timed

pytestmark = pytest.mark.django_db


def test_the_delay_of_a_busy_server_is_charged_to_no_player(
    open_timed, people, monkeypatch
) -> None:
    """Both moves arrived in time, but each was applied two seconds later."""
    room = open_timed("0:20+0")
    first = mover_of(room)

    def swap_late(came: float, done: float) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: NOON + seconds(done))
        game, mover = table_of(room), mover_of(room)
        chosen = Exchange(store.load_state(game).seats[mover].rack[:1])
        given: Any = {"now": NOON + seconds(came), "arrived": NOON + seconds(came)}
        turn = game.turn_number
        turns.apply_player_act(room.code, people[mover].pk, chosen, turn=turn, key="", **given)

    swap_late(19.9, 21.9)
    assert [move.kind for move in table_of(room).moves.all()] == ["exchange"]
    assert left_of(room)[first] == 100
    clock = build_room_view(room.code, None).clock
    assert clock is not None
    assert clock.since == to_ms(NOON + seconds(21.9)), "the next one's time runs from then on"
    swap_late(31.9, 33.9)
    assert left_of(room)[1 - first] == 10_000
    assert [move.spent for move in table_of(room).moves.all()] == [19_900, 10_000]


def test_a_late_command_is_late_even_on_a_busy_server(open_timed, people, monkeypatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON + seconds(22.1))
    room = open_timed("0:20+0")
    game, mover = table_of(room), mover_of(room)
    chosen = Exchange(store.load_state(game).seats[mover].rack[:1])
    with pytest.raises(NotAllowedError, match="is out"):
        turns.apply_player_act(
            room.code,
            people[mover].pk,
            chosen,
            turn=0,
            key="",
            now=NOON + seconds(20.1),
            arrived=NOON + seconds(20.1),
        )


@pytest.fixture
def carry_out(monkeypatch, people):
    """``carry_out(room, seat, act, came, done)``: an act that arrived at one second and was applied
    at another.
    """

    def do(room: Room, seat: int, chosen: Act, came: float, done: float) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: NOON + seconds(done))
        turn, arrived = table_of(room).turn_number, NOON + seconds(came)
        given: Any = {"turn": turn, "key": "", "now": arrived, "arrived": arrived}
        with hold_arrival(room.code, arrived.timestamp()):
            turns.apply_player_act(room.code, people[seat].pk, chosen, **given)

    return do


def kinds_of(room: Room) -> list[str]:
    return [move.kind for move in table_of(room).moves.all()]


@pytest.mark.parametrize(("came", "kind"), [(19.9, "pass"), (20.6, "flag")])
def test_no_flag_falls_while_an_earlier_command_waits(
    open_timed, at_once, carry_out, came, kind
) -> None:
    """Whether it arrived in time is decided when it is applied."""
    room = open_timed("0:20+0")
    mover = mover_of(room)
    with hold_arrival(room.code, (NOON + seconds(came)).timestamp()):
        at_once(NOON + seconds(25))
        assert kinds_of(room) == []
    carry_out(room, mover, Pass(), came, 26)
    assert kinds_of(room) == [kind]


@pytest.fixture
def at_once(monkeypatch):
    """``at_once(now)``: one round of the referee at that instant."""

    def attend(now) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)
        for code, game_id in list(referee.find_due_games(now)):
            loop.referee_due_game(code, game_id)

    return attend


def test_a_command_after_the_flag_does_not_delay_it(open_timed, at_once) -> None:
    room = open_timed("0:20+0")
    with hold_arrival(room.code, (NOON + seconds(21.6)).timestamp()):
        at_once(NOON + seconds(21.7))
    assert kinds_of(room) == ["flag"]


def test_another_players_act_flags_no_one_while_the_movers_act_waits(
    open_timed, people, carry_out
) -> None:
    """Three players: one resigns too late while the mover's act is still in the queue."""
    room = open_timed("0:20+0", seats=3)
    mover = mover_of(room)
    other = (mover + 1) % 3
    came = NOON + seconds(19.8)
    with hold_arrival(room.code, came.timestamp()):
        carry_out(room, other, Resign(), 20.9, 21.0)
        assert kinds_of(room) == ["resign"]
        carry_out(room, mover, Pass(), 19.8, 21.1)
    assert kinds_of(room) == ["resign", "pass"]
    assert left_of(room)[mover] == 200


def test_a_late_second_command_does_not_affect_the_first(open_timed, carry_out) -> None:
    room = open_timed("0:20+0")
    mover = mover_of(room)
    first = hold_arrival(room.code, (NOON + seconds(19.8)).timestamp())
    with first, pytest.raises(NotAllowedError, match="is out"):
        carry_out(room, mover, Pass(), 20.9, 21.0)
    assert kinds_of(room) == []
    carry_out(room, mover, Pass(), 19.8, 21.1)
    assert kinds_of(room) == ["pass"]


def test_a_pause_stops_the_clock_when_the_last_request_arrives(open_timed, people) -> None:
    room = open_timed("5+0")
    mover = mover_of(room)
    pauses.request_pause(room.code, people[1 - mover], NOON + seconds(5), NOON + seconds(4))
    pauses.request_pause(room.code, people[mover], NOON + seconds(13), NOON + seconds(10))
    assert left_of(room)[mover] == 290_000
    pauses.resume_clocks(room.code, people[mover], NOON + seconds(60))
    given: Any = {"turn": 0, "key": "", "now": NOON + seconds(70)}
    turns.apply_player_act(room.code, people[mover].pk, Pass(), **given)
    assert left_of(room)[mover] == 280_000
    assert table_of(room).moves.get().spent == 20_000


def test_a_pause_requested_before_a_turn_costs_it_no_time(open_timed, people, carry_out) -> None:
    room = open_timed("5+0")
    mover = mover_of(room)
    pauses.request_pause(room.code, people[1 - mover], NOON + seconds(5), NOON + seconds(5))
    carry_out(room, mover, Pass(), 10, 12)
    pauses.request_pause(room.code, people[mover], NOON + seconds(13), NOON + seconds(9))
    assert left_of(room)[1 - mover] == 300_000


def test_a_pause_requested_in_time_is_granted_despite_delays(open_timed, people) -> None:
    room = open_timed("0:20+0")
    mover = mover_of(room)
    for seat, came in ((1 - mover, 5), (mover, 19.5)):
        pauses.request_pause(room.code, people[seat], NOON + seconds(23), NOON + seconds(came))
    assert left_of(room)[mover] == 500
