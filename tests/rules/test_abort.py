"""Aborting: any seat may abort the game until every seat has moved once."""

from dataclasses import replace

import pytest

from games.rules.equipment.errors import NotAllowedError
from games.rules.flow.game import GameState, Phase, apply, can, start_game
from games.rules.flow.game_clock import resume_clock
from games.rules.plays.acts import Abort, Challenge, Exchange, Flag, Pass, Resign
from games.rules.plays.events import Aborted
from games.rules.positions.options import ChallengeRule
from games.rules.positions.variants import get_variant
from games.rules.time.clock import TimeControl
from tests.rules.positions import ALL, SEED, AllExcept, do, kinds, lay


def begin(seats: int = 2, variant: str = "scrabble", **options: object) -> GameState:
    chosen = get_variant(variant).options(**options)
    return start_game(variant, chosen, seats, SEED).state


def mover(state: GameState) -> int:
    assert state.to_move is not None
    return state.to_move


def swap(state: GameState) -> GameState:
    return do(state, mover(state), Exchange(state.seats[mover(state)].rack[:1])).state


@pytest.mark.parametrize("variant", ["scrabble", "qwibble"])
@pytest.mark.parametrize("turns", [0, 1])
def test_any_seat_may_abort_until_every_seat_has_moved(variant: str, turns: int) -> None:
    state = begin(variant=variant)
    for _ in range(turns):
        state = swap(state)
    for seat in range(2):
        done = do(state, seat, Abort())
        assert kinds(done) == ["Aborted", "Ended"]
        assert done.events[0] == Aborted(seat)
        outcome = done.state.outcome
        assert outcome is not None
        assert (outcome.winner, outcome.reason, outcome.adjustments) == (None, "annulled", (0, 0))
        assert done.state.phase is Phase.OVER


def test_no_seat_may_abort_once_every_seat_has_moved() -> None:
    state = swap(swap(begin()))
    assert not any(can(state, seat, Abort) for seat in range(2))
    with pytest.raises(NotAllowedError) as caught:
        do(state, 0, Abort())
    assert caught.value.code == "abort.too_late"


def test_three_seats_may_abort_until_the_third_has_moved() -> None:
    state = swap(swap(begin(3)))
    assert can(state, mover(state), Abort)
    assert not can(swap(state), 0, Abort)


def test_a_second_turn_of_a_seat_does_not_count_for_another() -> None:
    """The second seat only challenges, which is no turn: it has yet to move."""
    state = begin(challenge=ChallengeRule.SINGLE)
    first = mover(state)
    state = state.with_seat(first, rack=state.tile_set.read("CATDOGS"))
    state = replace(state, bag=state.tile_set.read("E" * 20))
    played = lay(state, first, "8F", "CAT").state
    after = do(played, 1 - first, Challenge(), AllExcept("CAT")).state
    assert after.unmoved == (1 - first,)
    assert can(after, first, Abort)


def test_a_seat_that_left_need_not_move() -> None:
    state = begin(3)
    last = (mover(state) + 2) % 3
    state = swap(swap(do(state, last, Resign()).state))
    assert not can(state, mover(state), Abort)


def test_a_turn_that_ran_out_of_time_counts_as_a_move() -> None:
    state = resume_clock(begin(clock=TimeControl.read("10s")), 0)
    late = apply(state, mover(state), Flag(), lexicon=ALL, seed=SEED, now=10_500).state
    assert late.unmoved == (1 - mover(state),)


def test_a_pass_is_a_move() -> None:
    state = begin(end_rule="scoreless")
    for _ in range(2):
        state = do(state, mover(state), Pass()).state
    assert state.unmoved == ()


def test_an_earlier_game_cannot_be_aborted() -> None:
    """The state was stored before games could be aborted,
    so it does not list who has yet to move."""
    data = begin().to_json()
    del data["unmoved"]
    assert not can(GameState.from_json(data), 0, Abort)
