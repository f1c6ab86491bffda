"""Invariants of every state and every act, for tests and simulations.

``game.apply`` itself asserts only that no tile is lost or made.
"""

from __future__ import annotations

from collections import Counter

from games.rules.equipment.notation import BLANK_MARK
from games.rules.flow.game import count_faces
from games.rules.plays.tile_ownership import count_owned_points
from games.rules.positions.state import GameState, Phase
from games.rules.time.clock import SECOND, Pace


def check_state(state: GameState) -> None:
    """Assert what holds in every state of a game.

    >>> from games.rules.flow.game import start_game
    >>> from games.rules.positions.variants import get_variant
    >>> state = start_game("scrabble", get_variant("scrabble").options(), 2, bytes(32)).state
    >>> check_state(state)
    >>> check_state(state.with_seat(0, rack=()))
    Traceback (most recent call last):
        ...
    AssertionError: tiles were lost or made
    """
    full_set = Counter({**state.tile_set.counts, BLANK_MARK: state.tile_set.blanks})
    assert count_faces(state) == full_set, "tiles were lost or made"
    size = state.variant.rack_size
    assert all(len(seat.rack) <= size for seat in state.seats), "a rack is too full"
    _check_turn(state)
    if state.variant.scoring.owned_tiles:
        _check_owned_points(state)


def check_transition(before: GameState, after: GameState) -> None:
    """Assert what holds between a state and the next one."""
    assert after.turn_number == before.turn_number + 1, "the turn number grows by one"
    for square, tile in before.board.items():
        if tile.safe:
            assert after.board.get(square) == tile, "a safe tile changed"
    if before.phase is Phase.OVER:
        raise AssertionError("a game went on after its end")


def check_clock(before: GameState, after: GameState, now: int) -> None:
    """Assert that an act received at ``now`` neither created nor lost time."""
    old, new, control = before.clock, after.clock, after.options.clock
    if old is None or new is None:
        assert control.has_clock == (new is not None), "a clock came or went"
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
    assert (state.phase is Phase.PLAYING) == (state.to_move is not None), "no one's turn"
    assert (state.phase is Phase.OVER) == (state.outcome is not None), "an end without outcome"
    if state.to_move is not None:
        assert state.seats[state.to_move].in_play, "a seat that left is to move"
    if state.phase is Phase.PLAYING:
        full = len(state.bag) == 0 or all(_is_full(state, n) for n in state.in_play)
        assert full, "a rack was not refilled"


def _is_full(state: GameState, seat: int) -> bool:
    return len(state.seats[seat].rack) == state.variant.rack_size


def _check_owned_points(state: GameState) -> None:
    """Assert that all points are on the board, on racks or in the bag: scores are owned tiles."""
    tile_set = state.tile_set
    scores = state.outcome.before if state.outcome else tuple(s.score for s in state.seats)
    for seat, score in enumerate(scores):
        assert score == count_owned_points(state.board, tile_set, seat), (
            "a score is not what is owned"
        )
    hidden = [tile for seat in state.seats for tile in seat.rack] + list(state.bag)
    total = sum(scores) + sum(tile_set.value(tile) for tile in hidden)
    assert total == tile_set.points, "points were lost or made"
