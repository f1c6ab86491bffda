"""End games of two seats with an empty bag, searched one ply deeper at a time within a budget.

The budget is either a stop flag or a number of move generations. With the latter the same position
gets the same answer on every machine.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from games.engine.budget import StopFlag
from games.engine.kernel_position import KernelPosition
from games.engine.kernels import arrays, endgame
from games.engine.kernels.leaves import LeaveModel
from games.engine.kernels.playouts import make_act
from games.engine.kernels.replies import NO_REPLY, allocate_reply_lists
from games.engine.kernels.search_counters import CUT_SHORT, INFINITE, SPENT, WANTED
from games.engine.kernels.transpositions import START, TranspositionTable
from games.engine.trials import PackedRanking
from games.rules.flow.turns import would_pass_end_game
from lexicon.graph.jit import Array

MAX_DEPTH = 24
INITIAL_PLAY_CAPACITY = 1 << 15
"""Room for the plays of all plies of one line of play; it grows if a search needs more."""
# A power of two, because the low bits of a hash are the slot.
MEMO_SIZE = 1 << 18
UNBOUNDED = 1 << 60
"""The number of move generations for callers that use a stop flag instead."""

PackedAct = tuple[int, int]


@dataclass(frozen=True, slots=True)
class EndgameSolution:
    """The best act of an end game, as far as it was searched."""

    # Packed as in the kernels.
    act: PackedAct
    # Points that the rest of the game gains; with ``depth`` 0, if both sides play greedily.
    spread: int
    # Plies searched, at least for the likeliest acts; 0 if there was no time.
    depth: int
    exact: bool


class EndgameOutcome(NamedTuple):
    """What an act leads to."""

    # Points that the rest of the game brings the seat to move.
    spread: int
    # Whether neither side can do better; otherwise play is greedy beyond the searched plies.
    exact: bool


@dataclass(frozen=True, slots=True)
class EndgameComparison:
    """Several acts of one position, all searched equally deep, so that their spreads can be
    subtracted."""

    # The best of all acts; proved to be so if ``whole``.
    best: PackedAct
    whole: bool
    depth: int
    # Outcomes of the best act and of the acts asked about.
    outcomes: dict[PackedAct, EndgameOutcome]

    @property
    def is_settled(self) -> bool:
        """Whether searching deeper would change nothing."""
        return self.whole and all(found.exact for found in self.outcomes.values())


class SearchSpace:
    """The arrays of a search, with room for every ply, and what it has found so far."""

    def __init__(
        self,
        graph: arrays.GraphArrays,
        setting: arrays.GameArrays,
        model: LeaveModel,
        field: arrays.BoardArrays,
    ) -> None:
        self.setting = setting
        self._fixed = graph, setting, model, _stack_boards(field)
        # Those of the position itself come first, by seat and kind.
        self.racks: Array = np.zeros((MAX_DEPTH + 2, 2, arrays.KINDS), np.int8)
        self._plays = np.zeros((INITIAL_PLAY_CAPACITY, 2), np.int64)
        self._replies = allocate_reply_lists(MAX_DEPTH + 2)
        self._memo = TranspositionTable(
            np.zeros(MEMO_SIZE, np.int64), np.zeros((MEMO_SIZE, 5), np.int64)
        )
        # Move generations used.
        self.spent = 0

    def make_act(self, seat: int, act: PackedAct, name: int) -> tuple[int, int]:
        """Make a play or a pass at ply 0; return its gain and the name of the position at ply 1.

        The end of the game and tiles drawn are left to the caller.
        """
        graph, setting, _model, stack = self._fixed
        gain, after = make_act(graph, setting, stack, self.racks, seat, name, *act)
        return int(gain), int(after)

    def search(
        self,
        name: int,
        ply: int,
        depth: int,
        window: tuple[int, int],
        seat: int,
        passed: int,
        best: Array,
        stop: StopFlag,
        allowed: int,
    ) -> tuple[int, bool]:
        """Return the spread of ``seat``, which is to move at ``ply``, and whether any line of play
        was cut short.

        ``window`` holds the bounds between which the spread is exact. At ply 0, ``best`` is the act
        to try first, and is replaced by the best one.
        """
        while True:
            tally = np.array([0, 0, self.spent, allowed], np.int64)
            here = (*self._fixed, self.racks, self._plays, self._replies, self._memo)
            turn = (*window, seat, passed, 0, NO_REPLY)
            spread = endgame.search(*here, name, ply, depth, *turn, best, stop.flag, tally)
            self.spent = int(tally[SPENT])
            wanted = int(tally[WANTED])
            if not wanted:
                return int(spread), bool(tally[CUT_SHORT])
            self._plays = np.zeros((2 * (len(self._plays) + wanted), 2), np.int64)


class EndgameSearch:
    """The search of one end game, with everything it has found so far."""

    def __init__(
        self,
        graph: arrays.GraphArrays,
        setting: arrays.GameArrays,
        model: LeaveModel,
        field: arrays.BoardArrays,
        racks: tuple[Array, Array],
        seat: int,
        *,
        passed: bool,
    ) -> None:
        """``racks`` are those of the seat to move and of its opponent, in that order."""
        self._space = SearchSpace(graph, setting, model, field)
        self._space.racks[0, seat], self._space.racks[0, 1 - seat] = racks
        self._seat, self._passed = seat, int(passed)

    @property
    def spent(self) -> int:
        """The move generations used so far."""
        return self._space.spent

    def solve(self, first: Array, stop: StopFlag, allowed: int = UNBOUNDED) -> EndgameSolution:
        """Search until the budget is used up; ``first`` is the act to try first.

        Two plies are enough to put the likeliest act first; then the game is searched to its end.
        """
        best = first.copy()
        solved = EndgameSolution((0, arrays.PASS << arrays.KIND_SHIFT), 0, 0, exact=False)
        for depth in (0, 1, 2, MAX_DEPTH):
            spread, cut_short = self._search(best, depth, stop, allowed)
            ended = stop.is_set or self.spent >= allowed
            whole = not ended and not cut_short
            if spread > -INFINITE:
                solved = EndgameSolution((int(best[0]), int(best[1])), spread, depth, whole)
            if ended or whole:
                break
        return solved

    def compare(self, first: Array, acts: Sequence[PackedAct], allowed: int) -> EndgameComparison:
        """Compare the best act and all of ``acts``, searched equally deep, as deep as the budget
        allows.

        The depth is at least one ply. ``acts`` may include plays that no generator makes; these
        must be packed with their score.
        """
        *_, compared = self.deepen(first, acts, allowed)
        return compared

    def deepen(
        self, first: Array, acts: Sequence[PackedAct], allowed: int
    ) -> Iterator[EndgameComparison]:
        """Yield what :meth:`compare` finds, for one depth after another.

        Half of the budget is spent on following the game to its end at once, which takes less than
        many small steps if it succeeds.
        """
        compared = self._compare_to(1, first.copy(), acts, {}, UNBOUNDED)
        yield compared
        steps = [(2, allowed), (MAX_DEPTH, self.spent + (allowed - self.spent) // 2)]
        steps += [(depth, allowed) for depth in range(3, MAX_DEPTH)]
        for depth, limit in steps:
            if compared.is_settled or self.spent >= allowed:
                return
            best = np.array(compared.best, np.int64)
            deeper = self._compare_to(depth, best, acts, compared.outcomes, limit)
            # If the search at this depth was cut off, its outcomes are not equally deep: drop them.
            if self.spent < limit:
                compared = deeper
                yield compared

    def _compare_to(
        self,
        depth: int,
        best: Array,
        acts: Sequence[PackedAct],
        before: dict[PackedAct, EndgameOutcome],
        allowed: int,
    ) -> EndgameComparison:
        stop = StopFlag()
        known = {act: found for act, found in before.items() if found.exact}
        _, cut_short = self._search(best, depth, stop, allowed)
        found_best = int(best[0]), int(best[1])
        for act in dict.fromkeys([found_best, *acts]):
            if act not in known:
                known[act] = self._follow(act, depth, stop, allowed)
        return EndgameComparison(found_best, not cut_short, depth, known)

    def _search(self, best: Array, depth: int, stop: StopFlag, allowed: int) -> tuple[int, bool]:
        """Return the spread at this depth and whether any line was cut short; updates ``best`` in
        place."""
        window, turn = (-INFINITE, INFINITE), (self._seat, self._passed)
        return self._space.search(START, 0, depth, window, *turn, best, stop, allowed)

    def _follow(self, act: PackedAct, depth: int, stop: StopFlag, allowed: int) -> EndgameOutcome:
        """Return the outcome of an act, which counts as the first of the ``depth`` plies."""
        space = self._space
        gained, name = space.make_act(self._seat, act, START)
        passed = int(arrays.unpack_kind(act[1]) >= arrays.EXCHANGE)
        own, other = (int(space.setting.values @ space.racks[1, seat]) for seat in self._order)
        if not space.racks[1, self._seat].any():
            return EndgameOutcome(gained + int(space.setting.out_gain) * other, exact=True)
        if passed and self._passed:
            return EndgameOutcome(other - own, exact=True)
        window, turn, best = (-INFINITE, INFINITE), (1 - self._seat, passed), np.zeros(2, np.int64)
        spread, cut_short = space.search(name, 1, depth - 1, window, *turn, best, stop, allowed)
        return EndgameOutcome(gained - spread, exact=not cut_short)

    @property
    def _order(self) -> tuple[int, int]:
        return self._seat, 1 - self._seat


def make_endgame_search(position: KernelPosition, model: LeaveModel) -> EndgameSearch:
    """Return a search of an open position."""
    return EndgameSearch(
        position.graph,
        position.setting,
        model,
        position.field,
        (position.rack, position.unseen),
        position.seat,
        passed=would_pass_end_game(position.state),
    )


def solve(
    position: KernelPosition, model: LeaveModel, ranked: PackedRanking, stop: StopFlag
) -> EndgameSolution:
    """Search the end game until ``stop`` is set, trying the statically best act first.

    The position must be open.
    """
    return make_endgame_search(position, model).solve(ranked.acts[0], stop)


def _stack_boards(field: arrays.BoardArrays) -> arrays.BoardArrays:
    """Allocate a board for every ply and fill in the first one."""
    layers = []
    for part in field:
        layer = np.zeros((MAX_DEPTH + 2, len(part)), part.dtype)
        layer[0] = part
        layers.append(layer)
    return arrays.BoardArrays(*layers)
