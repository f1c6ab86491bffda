"""What must hold in every state and over every act; for tests and simulations.

``game.apply`` itself asserts only that no tile is lost or made.
"""

from __future__ import annotations

from collections import Counter

from games.rules.clock import SECOND, Pace
from games.rules.game import faces_of
from games.rules.notation import BLANK as BLANK_MARK
from games.rules.ownership import owned_points
from games.rules.state import GameState, Phase


def check_state(state: GameState) -> None:
    """Assert what holds at any moment of a game."""
    full_set = Counter({**state.tile_set.counts, BLANK_MARK: state.tile_set.blanks})
    assert faces_of(state) == full_set, "tiles were lost or made"
    size = state.variant.rack_size
    assert all(len(seat.rack) <= size for seat in state.seats), "a rack is too full"
    _check_turn(state)
    if state.variant.scoring.owned_tiles:
        _check_owned_points(state)


def check_step(before: GameState, after: GameState) -> None:
    """Assert what holds between a state and the next."""
    assert after.turn_number == before.turn_number + 1, "the turn number grows by one"
    for square, tile in before.board.items():
        if tile.safe:
            assert after.board.get(square) == tile, "a safe tile changed"
    if before.phase is Phase.OVER:
        raise AssertionError("a game went on after its end")


def check_clock(before: GameState, after: GameState, now: int) -> None:
    """Assert that no time appeared or vanished by an act that came in at ``now``."""
    old, new, control = before.clock, after.clock, after.options.clock
    if old is None or new is None:
        assert control.ticks == (new is not None), "a clock came or went"
        return
    assert new.held or new.running == after.to_move, "another seat's time runs"
    assert min(new.left) >= -control.limit, "more overtime than there is"
    if control.pace is Pace.TURN:
        assert all(0 <= left <= control.seconds * SECOND for left in new.left), "too long a turn"
        return
    for seat, left in enumerate(new.left):
        due = max(old.left_at(seat, now), -control.limit)
        added = control.increment * SECOND if seat == old.running and due > 0 else 0
        assert new == old or left in (due, due + added), "time appeared or vanished"


def _check_turn(state: GameState) -> None:
    assert (state.phase is Phase.PLAYING) == (state.to_move is not None), "nobody's turn"
    assert (state.phase is Phase.OVER) == (state.outcome is not None), "an end without outcome"
    if state.to_move is not None:
        assert state.seats[state.to_move].in_play, "a seat that left is to move"
    if state.phase is Phase.PLAYING:
        full = len(state.bag) == 0 or all(_is_full(state, n) for n in state.in_play)
        assert full, "a rack was not refilled"


def _is_full(state: GameState, seat: int) -> bool:
    return len(state.seats[seat].rack) == state.variant.rack_size


def _check_owned_points(state: GameState) -> None:
    """A score is the sum of owned tiles, so all points are on the board, on racks or in the bag."""
    tile_set = state.tile_set
    scores = state.outcome.before if state.outcome else tuple(s.score for s in state.seats)
    for seat, score in enumerate(scores):
        assert score == owned_points(state.board, tile_set, seat), "a score is not what is owned"
    hidden = [tile for seat in state.seats for tile in seat.rack] + list(state.bag)
    total = sum(scores) + sum(tile_set.value(tile) for tile in hidden)
    assert total == tile_set.points, "points were lost or made"
