"""The engine's plain face: a game in, its best acts out.

    engine = Engine(graph)
    for found in engine.best_plays(state, 5, Budget(seconds=2)): ...

Safe to call from several threads. Work is done for the seat to move, or the one given, and knows
no more than that seat. Without compiled kernels (they are made by ``manage.py warm_engine``) the
plain generator answers, so that no game waits for a compiler.
"""

from dataclasses import dataclass, replace

import numpy as np

from games.engine import thinking
from games.engine.budget import Budget
from games.engine.kernels import arrays
from games.engine.kernels.board import face_seat, settle_words
from games.engine.kernels.crosses import check_board
from games.engine.kernels.leaves import Model
from games.engine.kernels.ranking import rank_all
from games.engine.leaves import load_model
from games.engine.position import Position, see_position
from games.engine.reference import FoundPlay, Reference
from games.engine.thinking import Ranked
from games.engine.warm import is_warm
from games.rules.game import GameState
from games.rules.moves import Act
from lexicon.graph.jit import Array
from lexicon.graph.wordgraph import WordGraph

ROOM = 8192


@dataclass(frozen=True, slots=True)
class Found:
    """One act and what the engine thinks of it.

    ``score``: points it brings at once. ``equity``: points of spread it is worth, leave or end of
    the game included. ``rollouts``: trials behind the equity; 0 for a static one. ``exact``: the
    equity is the outcome of best play by both sides.
    """

    act: Act
    score: int
    equity: float
    rollouts: int = 0
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Survey:
    """All acts of a position by static equity; an act is unpacked when it is asked for."""

    position: Position
    ranked: Ranked

    def __len__(self) -> int:
        return len(self.ranked.acts)

    def __getitem__(self, index: int) -> Found:
        packed, meta = (int(part) for part in self.ranked.acts[index])
        return Found(
            self.position.read_act(packed, meta),
            int(self.ranked.scores[index]),
            float(self.ranked.equities[index]),
        )

    def first(self, n: int) -> list[Found]:
        return [self[index] for index in range(min(n, len(self)))]

    def plays_by_score(self) -> Array:
        """Indices of the plays, lowest score first."""
        plays = np.flatnonzero(arrays.kind_of(self.ranked.acts[:, 1]) < arrays.EXCHANGE)
        return plays[np.argsort(self.ranked.scores[plays], kind="stable")]


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
        survey = self.survey(state, mover)
        is_quick = budget is None or budget.seconds <= 0 or len(survey) == 1
        if budget is None or is_quick or not is_warm(self.graph.alphabet):
            return survey.first(n)
        model = load_model(state.tile_set_code, self.graph.alphabet)
        with budget.running():
            if survey.position.is_open:
                return solve(survey, model, n, budget)
            return try_out(survey, model, n, budget)

    def survey(self, state: GameState, seat: int) -> Survey:
        """Every act of ``seat`` with its static equity."""
        position = see_position(state, seat, self.graph)
        if not is_warm(self.graph.alphabet):
            return Survey(position, rank_plainly(position))
        model = load_model(state.tile_set_code, self.graph.alphabet)
        return Survey(position, rank_acts(position, model))


def rank_acts(position: Position, model: Model, *, checked: bool = False) -> Ranked:
    """Every play, exchange and the pass by static equity, best first; makes the cross checks
    unless the caller has."""
    if not checked:
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


def try_out(survey: Survey, model: Model, n: int, budget: Budget) -> list[Found]:
    """The candidates in the order of their rollouts, the others after them."""
    acts = survey.ranked.acts
    trials = thinking.try_out(survey.position, model, survey.ranked, budget.rollouts, budget.stop)
    tried = len(trials.order)
    found = []
    for i in [*trials.order, *range(tried, len(acts))][:n]:
        one = survey[i]
        if i < tried and trials.rounds[i]:
            equity, rounds = float(trials.equities[i]), int(trials.rounds[i])
            one = replace(one, equity=equity, rollouts=rounds)
        found.append(one)
    return found


def solve(survey: Survey, model: Model, n: int, budget: Budget) -> list[Found]:
    """The solution first, when there was time for one, then the static order."""
    solved = thinking.solve(survey.position, model, survey.ranked, budget.stop)
    if not solved.depth:
        return survey.first(n)
    act = survey.position.read_act(*solved.act)
    score = gain_of(survey.position, *solved.act)
    best = Found(act, score, float(solved.spread), exact=solved.exact)
    return [best, *(one for one in survey.first(n) if one.act != act)][:n]


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


def rank_plainly(position: Position) -> Ranked:
    """The plain generator's plays and the pass, by score alone."""
    plays = sorted(Reference(position).plays(), key=lambda play: -play.score)
    packed = [*map(pack, plays), (0, arrays.PASS << arrays.KIND_SHIFT)]
    scores = np.array([*(play.score for play in plays), 0], np.int64)
    return Ranked(np.array(packed, np.int64), scores, scores.astype(float))


def pack(play: FoundPlay) -> tuple[int, int]:
    """A play of the plain generator in the kernels' form, without its leave."""
    packed = sum(tile << (arrays.BYTE * i) for i, (_, tile) in enumerate(play.placed))
    meta = play.line << arrays.LINE_SHIFT | play.start << arrays.START_SHIFT
    meta |= play.direction << arrays.KIND_SHIFT | play.length << arrays.LENGTH_SHIFT
    return packed, meta | len(play.placed) << arrays.COUNT_SHIFT | play.score
