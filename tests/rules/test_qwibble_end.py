"""Qwibble: swaps and passes, the end with its tie-breaks, leaving, and the invitation.

Owned tiles are in ``test_qwibble``.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules.flow.game import GameState, Phase, can, start_game
from games.rules.plays.acts import Annul, Exchange, Expire, Forfeit, Pass, Resign
from games.rules.positions.variants import get_variant
from tests.rules.positions import SEED, change, do, kinds, lay, qwibble, table

# Swap and pass


@pytest.mark.parametrize(("pool", "lawful"), [(11, True), (10, False), (0, False)])
def test_no_swap_at_ten_tiles_or_fewer(pool: int, lawful: bool) -> None:
    state = qwibble("ABC", "B", board=[], bag="E" * pool)
    assert can(state, 0, Exchange) == lawful
    if lawful:
        done = do(state, 0, Exchange(state.seats[0].rack))
        assert kinds(done) == ["Exchanged"]
        assert done.state.tile_set.write(done.state.seats[0].rack) == "EEE"


def test_two_passes_in_a_row_end_the_game_and_each_gains_the_others_rack() -> None:
    state = qwibble("Q", "BB", board=[("8G", "JACK")])
    state = do(state, 0, Pass()).state
    assert state.phase is Phase.PLAYING
    state = do(state, 1, Pass()).state
    assert state.outcome is not None
    assert state.outcome.reason == "passes"
    assert (state.outcome.before, state.outcome.scores) == ((0, 13), (6, 18))


def test_a_swap_is_not_a_pass() -> None:
    state = qwibble("Q", "B", board=[])
    state = do(state, 0, Pass()).state
    state = do(state, 1, Exchange(state.seats[1].rack)).state
    assert do(state, 0, Pass()).state.phase is Phase.PLAYING


# The end


def test_last_tile_with_the_pool_empty_ends_and_gains_the_other_rack() -> None:
    state = qwibble("S", "QZ", board=[("8G", "JACK")], bag="")
    done = lay(state, 0, "8G", "....S")
    outcome = done.state.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner, outcome.went_out) == ("out", 0, 0)
    assert (outcome.before, outcome.scores) == ((14, 0), (24, 0))
    assert sum(outcome.before) + 10 == 24


def test_an_empty_rack_does_not_end_the_game_while_the_pool_has_tiles() -> None:
    state = qwibble("S", "QZ", board=[("8G", "JACK")], bag="E")
    assert lay(state, 0, "8G", "....S").state.phase is Phase.PLAYING


def tied(**seat_0: int) -> GameState:
    """Return a game with equal scores that the next pass ends."""
    state = qwibble("E", "E", board=[("8G", "CAT"), ("10G", "CAT")])
    state = change(state, "G10 H10 I10", owner=0)
    state = replace(state, passes=1)
    return state.with_seat(0, **seat_0) if seat_0 else state


def settle(state: GameState) -> tuple[int | None, str | None]:
    outcome = do(state, 0, Pass()).state.outcome
    assert outcome is not None
    assert outcome.scores[0] == outcome.scores[1]
    return outcome.winner, outcome.tie_break


def test_tie_break_one_is_safe_points() -> None:
    assert settle(change(tied(tiles_played=9), "H8", safe=True)) == (1, "safe_points")


def test_tie_break_two_is_tiles_played() -> None:
    state = tied(tiles_played=9).with_seat(1, best_theft=30)
    assert settle(state) == (0, "tiles_played")


def test_tie_break_three_is_the_best_theft() -> None:
    assert settle(tied(best_theft=5)) == (0, "best_theft")


def test_tie_break_four_is_a_lot_from_the_seed() -> None:
    state = tied()
    winner, tie_break = settle(state)
    assert tie_break == "lot"
    assert settle(state) == (winner, tie_break)
    assert do(state, 0, Pass()).state.shuffles == state.shuffles + 1
    winners = {settle(replace(state, shuffles=count))[0] for count in range(20)}
    assert winners == {0, 1}


@pytest.mark.parametrize("act", [Resign(), Forfeit("seven_days")])
def test_leaving_lets_the_opponent_win(act: Resign | Forfeit) -> None:
    outcome = do(qwibble("A", "B", board=[("8G", "JACK")]), 1, act).state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.scores) == (0, (0, 13))


# The invitation


def test_invited_seat_declines_after_the_first_turn() -> None:
    start = start_game("qwibble", get_variant("qwibble").options(), 2, SEED).state
    assert can(start, 1, Annul)
    moved = do(start, 0, Pass()).state
    done = do(moved, 1, Annul())
    assert kinds(done) == ["Annulled", "Ended"]
    assert done.state.outcome is not None
    assert (done.state.outcome.reason, done.state.outcome.winner) == ("annulled", None)


def test_first_seat_withdraws_until_the_invited_has_taken_a_turn() -> None:
    start = start_game("qwibble", get_variant("qwibble").options(), 2, SEED).state
    done = do(start, 0, Annul())
    assert (done.state.outcome.reason, done.state.outcome.winner) == ("annulled", None)
    moved = do(do(start, 0, Pass()).state, 1, Exchange(start.seats[1].rack[:1])).state
    assert not can(moved, 0, Annul)


def test_after_its_first_turn_the_invited_seat_cannot_decline() -> None:
    start = start_game("qwibble", get_variant("qwibble").options(), 2, SEED).state
    moved = do(do(start, 0, Pass()).state, 1, Exchange(start.seats[1].rack[:1])).state
    assert not can(moved, 1, Annul)
    assert not can(table("A", "B"), 1, Annul)


@pytest.mark.parametrize("turns", [0, 1])
def test_a_game_lapses_while_a_seat_has_not_taken_its_first_turn(turns: int) -> None:
    state = start_game("qwibble", get_variant("qwibble").options(), 2, SEED).state
    for seat in range(turns):
        state = do(state, seat, Pass()).state
    assert not can(state, 1 - turns, Expire), "it is not that seat's turn"
    done = do(state, turns, Expire())
    assert kinds(done) == ["Expired", "Ended"]
    assert done.state.outcome is not None
    assert (done.state.outcome.reason, done.state.outcome.winner) == ("annulled", None)


def test_a_game_in_which_both_have_moved_does_not_lapse() -> None:
    start = start_game("qwibble", get_variant("qwibble").options(), 2, SEED).state
    moved = do(do(start, 0, Pass()).state, 1, Exchange(start.seats[1].rack[:1])).state
    assert not can(moved, 0, Expire)
    assert can(table("A", "B"), 0, Expire), (
        "Scrabble has no time limit here: an abandoned game has no loser"
    )
