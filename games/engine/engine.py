"""The engine's public interface: a game state in, its best acts out.

    engine = Engine(graph)
    for found in engine.best_plays(state, 5, Budget(seconds=2)): ...

It is safe to call from several threads. It works for the seat to move, or for the given seat, and
uses only what that seat may know. Until the kernels are compiled (by ``manage.py warm_engine``) the
pure-Python generator answers, so that no game waits for a compiler.
"""

from dataclasses import dataclass, replace

import numpy as np

from games.engine import endgames, pre_endgames
from games.engine.budget import Budget
from games.engine.kernel_position import KernelPosition, make_kernel_position
from games.engine.kernel_warmup import are_kernels_compiled
from games.engine.kernels import arrays
from games.engine.kernels.board import count_play_gains, value_tiles_for_seat
from games.engine.kernels.cross_checks import check_board
from games.engine.kernels.leaves import LeaveModel
from games.engine.kernels.ranking import rank_all
from games.engine.leaves import load_leave_model
from games.engine.pre_endgames import PreEndgame, is_pre_endgame
from games.engine.reference_generator import ReferenceGenerator, ReferencePlay
from games.engine.trials import PackedRanking, run_trials
from games.rules.flow.game import GameState
from games.rules.plays.acts import Act, Play
from lexicon.graph.jit import Array
from lexicon.graph.wordgraph import WordGraph

INITIAL_ACT_CAPACITY = 8192

BLANK_FLAGS = int.from_bytes(bytes([arrays.BLANK_FLAG]) * arrays.BYTE)
"""The flags of blanks in a play's eight packed tiles."""


@dataclass(frozen=True, slots=True)
class FoundAct:
    """One act and the engine's opinion of it."""

    act: Act
    # Points it scores at once.
    score: int
    # Expected gain in points of spread, including the leave or the end of the game.
    equity: float
    # Number of rollouts behind the equity; 0 for a static one.
    rollouts: int = 0
    # Whether the equity is the result of best play by both sides.
    exact: bool = False
    # Chance of winning, if it was found by following the game to its end.
    win: float | None = None


@dataclass(frozen=True, slots=True)
class Survey:
    """All acts of a position, best static equity first; each is unpacked only when it is
    accessed."""

    position: KernelPosition
    ranked: PackedRanking

    def __len__(self) -> int:
        return len(self.ranked.acts)

    def __getitem__(self, index: int) -> FoundAct:
        packed, meta = (int(part) for part in self.ranked.acts[index])
        return FoundAct(
            self.position.read_act(packed, meta),
            int(self.ranked.scores[index]),
            float(self.ranked.equities[index]),
        )

    def first(self, n: int) -> list[FoundAct]:
        return [self[index] for index in range(min(n, len(self)))]

    def list_different(self, n: int) -> list[int]:
        """Return the indices of the ``n`` best acts, counting equivalent spellings once."""
        chosen: dict[object, int] = {}
        for index in range(len(self)):
            if len(chosen) == n:
                break
            chosen.setdefault(get_placement(self[index].act), index)
        return list(chosen.values())

    def bingos(self) -> Array:
        """Return the indices of the bingos, best equity first."""
        metas = self.ranked.acts[:, 1]
        placed = np.where(self.is_play(), arrays.unpack_count(metas), 0)
        return np.flatnonzero(self.position.setting.bonus[placed])

    def is_play(self) -> Array:
        """Return for each act whether it is a play, as an array of booleans."""
        return np.asarray(arrays.unpack_kind(self.ranked.acts[:, 1]) < arrays.EXCHANGE)

    def count_blanks(self) -> Array:
        """Return the number of blanks that each act lays on the board."""
        return np.bitwise_count(self.ranked.acts[:, 0] & BLANK_FLAGS) * self.is_play()

    def list_plays_by_score(self) -> Array:
        """Return the indices of the plays, lowest score first."""
        plays = np.flatnonzero(self.is_play())
        return plays[np.argsort(self.ranked.scores[plays], kind="stable")]


def get_placement(act: Act) -> object:
    """Return what lies on the board after a play, which is the same for equivalent spellings.

    Which of two equal letters is the blank does not matter. For other acts, return the act.
    """
    if not isinstance(act, Play):
        return act
    return frozenset((square, letter.face) for square, letter in act.placed())


class Engine:
    """Finds acts with the words of one graph."""

    def __init__(self, graph: WordGraph) -> None:
        self.graph = graph

    def best_plays(
        self, state: GameState, n: int, budget: Budget | None = None, *, seat: int | None = None
    ) -> list[FoundAct]:
        """Return the ``n`` best acts, best first; there is always at least a pass.

        Without a budget and in end games, equivalent spellings of a play are listed once.

        As far as the budget goes, the first ones are examined further: by rollouts, with a nearly
        empty bag by following what it may hold, or with an empty bag by searching to the end of the
        game.
        """
        mover = state.to_move if seat is None else seat
        if mover is None:
            return []
        survey = self.survey(state, mover)
        is_quick = budget is None or budget.seconds <= 0 or len(survey) == 1
        if budget is None or is_quick or not are_kernels_compiled(self.graph.alphabet):
            return [survey[index] for index in survey.list_different(n)]
        model = load_leave_model(state.tile_set_code, self.graph.alphabet)
        with budget.running():
            if survey.position.is_open:
                return rank_by_solution(survey, model, n, budget)
            if is_pre_endgame(survey.position):
                return rank_by_chances(survey, model, n, budget)
            return rank_by_rollouts(survey, model, n, budget)

    def survey(self, state: GameState, seat: int) -> Survey:
        """Return every act of ``seat`` with its static equity."""
        position = make_kernel_position(state, seat, self.graph)
        if not are_kernels_compiled(self.graph.alphabet):
            return Survey(position, rank_with_reference(position))
        model = load_leave_model(state.tile_set_code, self.graph.alphabet)
        return Survey(position, rank_acts(position, model))


def rank_acts(
    position: KernelPosition, model: LeaveModel, *, checked: bool = False
) -> PackedRanking:
    """Rank every play, every exchange and the pass by static equity, best first.

    Computes the cross checks first unless the caller has done so (``checked``).
    """
    if not checked:
        check_board(position.graph, position.setting, position.field)
    room = INITIAL_ACT_CAPACITY
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
            return PackedRanking(acts[order], scores[order], equities[order])
        # When the arrays are full the kernel goes on counting, so the second try always has enough
        # room.
        room = count


def rank_by_rollouts(survey: Survey, model: LeaveModel, n: int, budget: Budget) -> list[FoundAct]:
    """Return the candidates in the order of their rollouts, followed by the other acts."""
    acts = survey.ranked.acts
    trials = run_trials(survey.position, model, survey.ranked, budget.rollouts, budget.stop)
    tried = len(trials.order)
    found = []
    for i in [*trials.order, *range(tried, len(acts))][:n]:
        one = survey[i]
        if i < tried and trials.rounds[i]:
            equity, rounds = float(trials.equities[i]), int(trials.rounds[i])
            one = replace(one, equity=equity, rollouts=rounds)
        found.append(one)
    return found


def rank_by_chances(survey: Survey, model: LeaveModel, n: int, budget: Budget) -> list[FoundAct]:
    """Return the acts by their chances of winning over all that the bag may hold, then the others.

    Of equal chances, those are first that are certain, then those that bring more points.
    """
    indices = survey.list_different(max(n, pre_endgames.MAX_CANDIDATES))
    acts = survey.ranked.acts[indices]
    chances = PreEndgame(survey.position, model, acts).solve(budget.stop)
    order = sorted(
        chances, key=lambda i: (-chances[i].win, not chances[i].exact, -chances[i].spread)
    )
    found = [
        replace(
            survey[indices[i]],
            equity=chances[i].spread,
            rollouts=chances[i].deals,
            win=chances[i].win,
        )
        for i in order
    ]
    others = [survey[index] for i, index in enumerate(indices) if i not in chances]
    return [*found, *others][:n]


def rank_by_solution(survey: Survey, model: LeaveModel, n: int, budget: Budget) -> list[FoundAct]:
    """Return the solution first, if there was time for one, then the other acts in static order."""
    solved = endgames.solve(survey.position, model, survey.ranked, budget.stop)
    others = [survey[index] for index in survey.list_different(n)]
    if not solved.depth:
        return others
    act = survey.position.read_act(*solved.act)
    score = get_gain(survey.position, *solved.act)
    best = FoundAct(act, score, float(solved.spread), exact=solved.exact)
    placed = get_placement(act)
    return [best, *(ranked for ranked in others if get_placement(ranked.act) != placed)][:n]


def get_gain(position: KernelPosition, packed: int, meta: int) -> int:
    """Return the points that an act scores at once for its seat."""
    if arrays.unpack_kind(meta) >= arrays.EXCHANGE:
        return 0
    if not position.setting.steals:
        return int(arrays.unpack_score(meta))
    value_tiles_for_seat(position.setting, position.field, position.seat, 1)
    placed, stolen, _ = count_play_gains(
        position.setting, position.field, packed, meta, position.seat, False
    )
    return int(placed + stolen)


def rank_with_reference(position: KernelPosition) -> PackedRanking:
    """Rank the plays of the pure-Python generator, and the pass, by score alone."""
    plays = sorted(ReferenceGenerator(position).plays(), key=lambda play: -play.score)
    packed = [*map(pack_reference_play, plays), (0, arrays.PASS << arrays.KIND_SHIFT)]
    scores = np.array([*(play.score for play in plays), 0], np.int64)
    return PackedRanking(np.array(packed, np.int64), scores, scores.astype(float))


def pack_reference_play(play: ReferencePlay) -> tuple[int, int]:
    """Convert a play of the pure-Python generator to the kernels' form, without its leave."""
    packed = sum(tile << (arrays.BYTE * i) for i, (_, tile) in enumerate(play.placed))
    meta = play.line << arrays.LINE_SHIFT | play.start << arrays.START_SHIFT
    meta |= play.direction << arrays.KIND_SHIFT | play.length << arrays.LENGTH_SHIFT
    return packed, meta | len(play.placed) << arrays.COUNT_SHIFT | play.score
