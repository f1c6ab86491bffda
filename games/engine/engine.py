"""The engine's plain face: a game in, its best acts out.

    engine = Engine(graph)
    for found in engine.best_plays(state, 5, Budget(seconds=2)): ...

Safe to call from several threads. Work is done for the seat to move, or the one given, and knows
no more than that seat. Without compiled kernels (they are made by ``manage.py warm_engine``) the
plain generator answers, so that no game waits for a compiler.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from games.engine import thinking
from games.engine.budget import Budget
from games.engine.kernels import arrays
from games.engine.kernels.crosses import check_board
from games.engine.kernels.leaves import Model
from games.engine.kernels.ranking import rank_all
from games.engine.kernels.table import face_seat, settle_words
from games.engine.leaves import load_model
from games.engine.position import Position, see_position
from games.engine.reference import FoundPlay, Reference
from games.engine.warm import is_warm
from games.rules.game import GameState
from games.rules.moves import Act, Pass, Play
from games.rules.tiles import Tile
from lexicon.jit import Array
from lexicon.wordgraph import WordGraph

ROOM = 8192
EVERYTHING = 1_000_000


@dataclass(frozen=True, slots=True)
class Found:
    """One act and what the engine thinks of it.

    ``score``: points it brings at once. ``equity``: points of spread it is worth, leave or end of
    the game included. ``kept``: the tiles left on the rack. ``rollouts``: trials behind the
    equity; 0 for a static one. ``exact``: the equity is the outcome of best play by both sides.
    """

    act: Act
    score: int
    equity: float
    kept: tuple[Tile, ...] = ()
    rollouts: int = 0
    exact: bool = False


class Ranked(NamedTuple):
    """Packed acts (int64 pairs), their points and equities, best first."""

    acts: Array
    scores: Array
    equities: Array


class Engine:
    """Thinks in the words of one graph."""

    def __init__(self, graph: WordGraph) -> None:
        self.graph = graph

    def best_plays(
        self, state: GameState, n: int, budget: Budget | None = None, *, seat: int | None = None
    ) -> list[Found]:
        """The ``n`` best acts, best first; at least a pass. The first ones are looked at closer
        as far as the budget goes: by rollouts, or with an empty bag to the end of the game."""
        mover = state.to_move if seat is None else seat
        if mover is None:
            return []
        position = see_position(state, mover, self.graph)
        if not is_warm(self.graph.alphabet):
            return plain_plays(position)[:n]
        model = load_model(state.tile_set_code, self.graph.alphabet)
        ranked = rank_acts(position, model)
        if budget is None or budget.seconds <= 0 or len(ranked.acts) == 1:
            return [describe(position, ranked, i) for i in range(min(n, len(ranked.acts)))]
        with budget.running():
            if position.is_open:
                return solve(position, model, ranked, n, budget)
            return try_out(position, model, ranked, n, budget)

    def all_plays(self, state: GameState, *, seat: int | None = None) -> list[Found]:
        """Every legal play, best first by static equity."""
        found = self.best_plays(state, EVERYTHING, seat=seat)
        return [one for one in found if isinstance(one.act, Play)]


def rank_acts(position: Position, model: Model) -> Ranked:
    """Every play, exchange and the pass by static equity, best first."""
    check_board(position.graph, position.setting, position.field)
    room = ROOM
    while True:
        acts = np.zeros((room, 2), np.int64)
        scores, equities = np.zeros(room, np.int64), np.zeros(room)
        count = rank_all(
            position.graph,
            position.setting,
            position.field,
            model,
            position.rack,
            position.unseen,
            position.seat,
            position.in_bag,
            acts,
            scores,
            equities,
        )
        if count <= room:
            order = np.argsort(-equities[:count], kind="stable")
            return Ranked(acts[order], scores[order], equities[order])
        room = count


def describe(position: Position, ranked: Ranked, index: int) -> Found:
    packed, meta = (int(part) for part in ranked.acts[index])
    kept = position.rack - position.used_by(int(arrays.leave_of(meta)))
    return Found(
        position.read_act(packed, meta),
        int(ranked.scores[index]),
        float(ranked.equities[index]),
        position.tiles_of(kept),
    )


def try_out(
    position: Position, model: Model, ranked: Ranked, n: int, budget: Budget
) -> list[Found]:
    """The candidates in the order of their rollouts, the others after them."""
    trials = thinking.try_out(position, model, ranked.acts, budget.rollouts, budget.stop)
    tried = len(trials.order)
    found = []
    for i in [*trials.order, *range(tried, len(ranked.acts))][:n]:
        one = describe(position, ranked, i)
        if i < tried and trials.rounds[i]:
            one = Found(one.act, one.score, trials.equities[i], one.kept, int(trials.rounds[i]))
        found.append(one)
    return found


def solve(position: Position, model: Model, ranked: Ranked, n: int, budget: Budget) -> list[Found]:
    """The solution first, when there was time for one, then the static order."""
    solved = thinking.solve(position, model, budget.stop)
    order = range(len(ranked.acts))
    static = (describe(position, ranked, i) for i in order)
    if not solved.depth:
        return [one for one, _ in zip(static, range(n), strict=False)]
    act = position.read_act(*solved.act)
    score = gain_of(position, *solved.act)
    best = Found(act, score, float(solved.spread), exact=solved.exact)
    others = (one for one in static if one.act != act)
    return [best, *(one for one, _ in zip(others, range(n - 1), strict=False))]


def gain_of(position: Position, packed: int, meta: int) -> int:
    """The points an act brings its seat at once."""
    if arrays.kind_of(meta) >= arrays.EXCHANGE:
        return 0
    if not position.setting.steals:
        return int(arrays.score_of(meta))
    face_seat(position.setting, position.field, position.seat, 1)
    placed, stolen, _ = settle_words(
        position.setting, position.field, packed, meta, position.seat, False
    )
    return int(placed + stolen)


def plain_plays(position: Position) -> list[Found]:
    """The answer of the plain generator, by score alone."""
    plays = sorted(Reference(position).plays(), key=lambda play: -play.score)
    found = [Found(position.read_act(*pack(play)), play.score, play.score) for play in plays]
    return found or [Found(Pass(), 0, 0.0)]


def pack(play: FoundPlay) -> tuple[int, int]:
    """A play of the plain generator in the kernels' form, without its leave."""
    packed = sum(tile << (arrays.BYTE * i) for i, (_, tile) in enumerate(play.placed))
    meta = play.line << arrays.LINE_SHIFT | play.start << arrays.START_SHIFT
    meta |= play.direction << arrays.KIND_SHIFT | play.length << arrays.LENGTH_SHIFT
    return packed, meta | len(play.placed) << arrays.COUNT_SHIFT | play.score
