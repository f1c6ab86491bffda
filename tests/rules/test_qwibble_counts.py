"""The counts that Qwibble's tie-breaks compare are updated by every play."""

import hmac
from hashlib import sha256

import pytest

from games.rules.equipment.fair_shuffle import Shuffler
from games.rules.flow.game import GameState
from games.rules.plays.events import Played
from tests.rules.positions import change, lay, qwibble


@pytest.fixture
def stolen_twice() -> GameState:
    """Seat 0 has stolen JACK by JACKS, and seat 1 has played through the S."""
    state = qwibble("SS", "EE", board=[("8G", "JACK"), ("12G", "CAT")], bag="E" * 20)
    state = change(state, "G8 H8 I8 J8 G12 H12 I12", owner=1)
    state = lay(state, 0, "8G", "....S").state
    return lay(state.with_seat(1, rack=state.tile_set.read("E")), 1, "K8", ".E").state


def test_the_best_theft_is_that_of_one_move(stolen_twice: GameState) -> None:
    first = stolen_twice.seats[0].best_theft
    assert first > 0
    later = lay(stolen_twice, 0, "12G", "...S").state
    assert later.seats[0].best_theft == first, "neither the sum nor the latest"


def test_every_tile_played_counts() -> None:
    state = qwibble("CATS", "EE", board=[], bag="E" * 20)
    assert lay(state, 0, "8G", "CAT").state.seats[0].tiles_played == 3


def test_tiles_played_through_do_not_count(stolen_twice: GameState) -> None:
    """Each play of the fixture lays one tile:
    the first through four tiles, the second through one."""
    assert [seat.tiles_played for seat in stolen_twice.seats] == [1, 1]


def test_only_tiles_that_become_safe_count_as_made_safe() -> None:
    """CATS covers the padlock on row 8; its C was safe before."""
    state = qwibble("S", "EE", board=[("8L", "CAT")], bag="E" * 20)
    state = change(state, "L8", safe=True, owner=0)
    done = lay(state, 0, "8L", "...S")
    (played,) = [event for event in done.events if isinstance(event, Played)]
    assert sorted(square.name for square in played.score.safe_squares) == ["M8", "N8", "O8"]
    assert all(done.state.board[square].safe for square in played.score.safe_squares)


def test_the_lot_follows_the_documented_shuffle() -> None:
    """Anyone can repeat the draw from the published seed: the first of the shuffled seats wins."""
    seeds = [sha256(bytes([number])).digest() for number in range(40)]
    for seed in seeds:
        # Two seats take one number of the shuffle. None is rejected, since 2**32 is even.
        block = hmac.digest(seed, (3).to_bytes(8, "big") + bytes(8), "sha256")
        stays = int.from_bytes(block[:4], "big") % 2
        assert Shuffler(seed).choose([1, 0], 3) == 1 - stays
