"""The value of end games by a search that is too simple to be wrong, and slow.

It follows every line of play to the end of the game, except those that two bounds exclude: no
horizon, no table, nothing assumed about replies. Only the move generator and the board are the
engine's; other tests compare those with the rules.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from games.engine.kernel_position import (
    KernelPosition,
    count_rack,
    get_tile_kind,
    make_kernel_position,
)
from games.engine.kernels import arrays
from games.engine.kernels.board import copy_field, value_tiles_for_seat
from games.engine.kernels.cross_checks import check_board
from games.engine.kernels.generate import ALL_PLAYS, generate
from games.engine.kernels.static_player import THEFT_IN_SPREAD, enact
from games.rules.equipment.tiles import load_tile_set
from lexicon.graph.jit import Array
from lexicon.graph.wordgraph import WordGraph
from tests.engine.positions import lay_board, make_state

ROOM = 4000
MOST = 1 << 30


class SmallPosition(NamedTuple):
    """A board with a few tiles beside it: the rack to move, and the tiles it does not see."""

    rows: list[str]
    rack: str
    unseen: str
    in_bag: int = 0
    # Points by which the rack to move is ahead.
    lead: int = 0
    variant: str = "scrabble"

    def load(self, graph: WordGraph) -> KernelPosition:
        """Return the position, as if there were no other tiles."""
        state = make_state(lay_board(self.rows), (self.rack, self.unseen), self.variant, bag=())
        first, second = state.seats
        state = replace(state, seats=(replace(first, score=self.lead), second))
        tiles = load_tile_set(state.tile_set_code).read(self.unseen)
        unseen = np.zeros(arrays.KINDS, np.int64)
        for tile in tiles:
            unseen[get_tile_kind(tile, graph.alphabet)] += 1
        position = replace(
            make_kernel_position(state, 0, graph),
            rack=count_rack(state.seats[0].rack, graph.alphabet),
            unseen=unseen,
            others=np.array([len(tiles) - self.in_bag]),
            in_bag=self.in_bag,
        )
        check_board(position.graph, position.setting, position.field)
        return position


class ExhaustiveSearch:
    """All lines of play of one position after the bag is empty."""

    def __init__(self, position: KernelPosition) -> None:
        self._graph, self._setting = position.graph, position.setting

    def find_spread(
        self,
        field: arrays.BoardArrays,
        racks: Array,
        seat: int,
        low: int = -MOST,
        high: int = MOST,
        *,
        passed: bool = False,
    ) -> int:
        """Return the spread that ``seat``, which is to move, gains with best play by both sides.

        ``racks`` (int8) has two rows of counts by kind. A spread up to ``low`` is an upper bound,
        one from ``high`` on a lower bound.
        """
        best = -MOST
        for act in [*self.list_plays(field, racks[seat], seat), None]:
            best = max(best, self._try(field, racks, seat, act, max(low, best), high, passed))
            if best >= high:
                break
        return best

    def list_plays(self, field: arrays.BoardArrays, rack: Array, seat: int) -> Array:
        """Return every play of a rack (int64 pairs), most tiles first."""
        plays, leaves = np.zeros((ROOM, 2), np.int64), np.zeros(arrays.MAX_LEAVES, np.float32)
        value_tiles_for_seat(self._setting, field, seat, THEFT_IN_SPREAD)
        count = generate(self._graph, self._setting, field, rack, leaves, ALL_PLAYS, plays)
        assert count < ROOM
        tiles = arrays.unpack_count(plays[:count, 1])
        return plays[np.argsort(-tiles, kind="stable")]

    def make_play(
        self, field: arrays.BoardArrays, racks: Array, seat: int, play: Array
    ) -> tuple[arrays.BoardArrays, Array, int]:
        """Return the board and the racks after a play, and what it gains."""
        after, held = arrays.BoardArrays(*(part.copy() for part in field)), racks.copy()
        copy_field(field, after)
        packed, meta = int(play[0]), int(play[1])
        gain = enact(self._graph, self._setting, after, held[seat], packed, meta, seat)
        return after, held, int(gain)

    def _try(
        self,
        field: arrays.BoardArrays,
        racks: Array,
        seat: int,
        play: Array | None,
        low: int,
        high: int,
        passed: bool,
    ) -> int:
        """Return what a play or, if it is ``None``, a pass is worth."""
        own, other = (int(self._setting.values @ racks[side]) for side in (seat, 1 - seat))
        if play is None:
            if passed:
                return other - own
            return -self.find_spread(field, racks, 1 - seat, -high, -low, passed=True)
        after, held, gain = self.make_play(field, racks, seat, play)
        if not held[seat].any():
            return gain + int(self._setting.out_gain) * other
        return gain - self.find_spread(after, held, 1 - seat, gain - high, gain - low)


def find_endgame_spread(position: KernelPosition) -> int:
    """Return what best play gains in a position with an empty bag."""
    racks = np.array([position.rack, position.unseen], np.int8)
    return ExhaustiveSearch(position).find_spread(position.field, racks, 0)


def find_best_chance(position: KernelPosition) -> float:
    """Return the best chance of winning by a play that empties the bag of one tile."""
    lead = position.state.seats[0].score - position.state.seats[1].score
    kinds = [int(kind) for kind in np.flatnonzero(position.unseen)]
    chances: list[float] = []
    search = ExhaustiveSearch(position)
    for play in search.list_plays(position.field, position.rack, 0):
        won = 0.0
        for kind in kinds:
            other = position.unseen.astype(np.int8)
            other[kind] -= 1
            racks = np.array([position.rack, other], np.int8)
            after, held, gain = search.make_play(position.field, racks, 0, play)
            held[0, kind] += 1
            needed = lead + gain
            final = needed - search.find_spread(after, held, 1, needed - 1, needed + 1)
            won += float(position.unseen[kind]) * (1.0 if final > 0 else 0.5 if not final else 0.0)
        chances.append(won / float(position.unseen.sum()))
    return max(chances)
