"""How long the last play of a game may be challenged, and what does not extend that time."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from games.common.waiting_commands import hold_arrival
from games.play import store
from games.play.models import Game, Room
from games.play.perspective import build_room_view
from games.play.services import days_off_booking, outages, pauses, turns
from games.play.store.snapshots import clear_snapshot_cache
from games.rules.plays.acts import Accept, Act, Challenge
from games.rules.time.clock import TimeControl
from scrabble_site.shared.instants import to_ms
from scrabble_site.shared.refusals import Conflict
from tests.live.play_finder import find_plays
from tests.play.conftest import NOON, table_of
from tests.play.correspondence import attend

__all__ = ["attend"]
pytestmark = pytest.mark.django_db

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)


@pytest.fixture
def go_out(open_table, people) -> Callable[..., tuple[Room, list[int]]]:
    """``go_out(seats=3)``: a room in which a seat went out at noon,
    and the numbers of the other seats."""

    def lay(clock: str = "none", seats: int = 2) -> tuple[Room, list[int]]:
        room = open_table(seats=seats, challenge="single", clock=TimeControl.read(clock))
        game = table_of(room)
        state = store.load_state(game)
        mover = state.to_move or 0
        play = find_plays(state, mover)[0]
        short = replace(state.with_seat(mover, rack=play.tiles()), bag=())
        store.save_turn(game, short, game.seats.select_related("rack"), [])
        clear_snapshot_cache()
        act(room, people[mover], play)
        assert table_of(room).status == Game.Status.FINAL_CHALLENGE
        return room, [seat for seat in range(seats) if seat != mover]

    return lay


def act(room: Room, player, what: Act, now=NOON, arrived=None) -> None:
    turn = table_of(room).turn_number
    given: Any = {"turn": turn, "key": "", "now": now, "arrived": arrived}
    turns.apply_player_act(room.code, player.pk, what, **given)


def is_over(room: Room) -> bool:
    return table_of(room).status == Game.Status.OVER


def test_accepting_does_not_extend_the_window(go_out, people, attend) -> None:
    room, (first, _second) = go_out(seats=3)
    act(room, people[first], Accept(), NOON + 29 * SECOND)
    attend(NOON + 29 * SECOND)
    assert not is_over(room)
    attend(NOON + 31.4 * SECOND)
    assert not is_over(room)
    attend(NOON + 31.5 * SECOND)
    assert is_over(room)


@pytest.mark.parametrize("arrived", [29.9, 30.4])
def test_a_challenge_counts_by_its_arrival(go_out, people, attend, monkeypatch, arrived) -> None:
    """A busy server applies it later, and keeps the window open while it waits."""
    room, (other,) = go_out()
    came = NOON + arrived * SECOND
    with hold_arrival(room.code, came.timestamp()):
        attend(NOON + 35 * SECOND)
        assert not is_over(room)
        monkeypatch.setattr("django.utils.timezone.now", lambda: NOON + 36 * SECOND)
        act(room, people[other], Challenge(), came, arrived=came)
    kinds = [move.kind for move in table_of(room).moves.all()]
    assert kinds == ["play", "challenge"]


def test_a_late_challenge_is_refused(go_out, people, attend) -> None:
    room, (other,) = go_out()
    came = NOON + 30.5 * SECOND
    with pytest.raises(Conflict, match=r"challenge\.nothing"):
        act(room, people[other], Challenge(), came, arrived=came)
    act(room, people[other], Accept(), came, arrived=came)
    assert is_over(room)


def test_a_hanging_command_does_not_keep_a_window_open_forever(go_out, attend) -> None:
    room, _others = go_out()
    with hold_arrival(room.code, (NOON + 29 * SECOND).timestamp()):
        attend(NOON + 48 * SECOND)
        assert not is_over(room)
        attend(NOON + 49 * SECOND)
        assert is_over(room)


@pytest.mark.parametrize("clock", ["none", "5+5", "60s"])
def test_everyone_sees_who_can_challenge_and_for_how_long(
    go_out, people, monkeypatch, clock
) -> None:
    room, (first, second) = go_out(clock, seats=3)
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON + 5 * SECOND)
    act(room, people[first], Accept(), NOON + 5 * SECOND)
    seen = build_room_view(room.code, None).clock
    assert seen is not None
    assert (seen.running, seen.asked, seen.until) == (None, (second,), to_ms(NOON + 30 * SECOND))
    assert "within 25 seconds" in build_room_view(room.code, people[second]).say
    assert (
        "Waiting for the other players to accept" in build_room_view(room.code, people[first]).say
    )


def test_days_are_shown_in_words(go_out) -> None:
    room, _others = go_out("1d")
    assert build_room_view(room.code, None).clock is None


def test_a_pause_request_by_one_player_does_not_extend_the_window(go_out, people, attend) -> None:
    room, (other,) = go_out("5+5")
    pauses.request_pause(room.code, people[other], NOON + 29 * SECOND)
    pauses.resume_clocks(room.code, people[other], NOON + 29 * SECOND)
    attend(NOON + 31.5 * SECOND)
    assert is_over(room)


def test_an_agreed_pause_stops_the_window(go_out, people, attend) -> None:
    room, (other,) = go_out("5+5")
    for player in people[:2]:
        pauses.request_pause(room.code, player, NOON + 20 * SECOND)
    attend(NOON + DAY)
    assert not is_over(room)
    pauses.resume_clocks(room.code, people[0], NOON + DAY)
    attend(NOON + DAY + 29 * SECOND)
    assert not is_over(room)
    act(room, people[other], Challenge(), NOON + DAY + 29 * SECOND)


def test_the_time_of_an_outage_does_not_count(go_out, attend) -> None:
    room, _others = go_out()
    for now in (NOON, NOON + 60 * SECOND):
        outages.report_alive(now)
    attend(NOON + 61 * SECOND)
    assert not is_over(room)
    for second in range(61, 92):
        outages.report_alive(NOON + second * SECOND)
    attend(NOON + 91.5 * SECOND)
    assert is_over(room)


def test_days_off_extend_the_window_of_correspondence_games(go_out, people, attend) -> None:
    room, (other,) = go_out("1d")
    days_off_booking.take_days_off(people[other], date(2026, 5, 2), date(2026, 5, 3), "UTC", NOON)
    attend(NOON + 2 * DAY)
    assert not is_over(room)
    attend(NOON + 3 * DAY)
    assert is_over(room)
