"""Compare the act made on a turn with the best ones, all evaluated in the same way."""

from dataclasses import dataclass, replace

import numpy as np

from games.engine.analysis import endgames
from games.engine.analysis.act_descriptions import describe_act, find_equivalent, find_likeliest
from games.engine.analysis.act_packing import find_act, pack_act, rate_packed_play
from games.engine.analysis.effort import REPORTED_ACTS, AnalysisEffort
from games.engine.analysis.report import AnalysedAct
from games.engine.analysis.win_chances import estimate_chances_after, settle_chances
from games.engine.budget import StopFlag
from games.engine.engine import Survey
from games.engine.kernels.leaves import LeaveModel
from games.engine.trials import PackedRanking, estimate_difference_error, estimate_error, run_trials
from games.rules.plays.acts import Act, Pass, Play

PLAYED_OUT = 1
"""Stored as the number of rollouts for an act that the end-game search followed instead."""
NOWHERE = -1
"""The index of an act that the word list does not allow."""


@dataclass(frozen=True, slots=True)
class TurnToCompare:
    """A turn to evaluate. The seat whose position is surveyed made ``act``."""

    survey: Survey
    model: LeaveModel
    act: Act
    # Whether the act was taken back after a challenge, and so was worth no more than a pass.
    undone: bool = False

    @property
    def counted(self) -> Act:
        return Pass() if self.undone else self.act


@dataclass(frozen=True, slots=True)
class RatedAct:
    """An act with its evaluation. Errors are half the width of a 95 % confidence interval, in
    points."""

    index: int
    act: Act
    equity: float
    # Error of ``equity``.
    error: float = 0.0
    # Error of the difference to the best act.
    tolerance: float = 0.0
    rounds: int = 0
    # Variance of single rollouts, ``None`` with fewer than two.
    variance: float | None = None
    exact: bool = False


@dataclass(frozen=True, slots=True)
class TurnComparison:
    """The result of evaluating one turn."""

    # The best acts, best first.
    best: tuple[AnalysedAct, ...]
    made: AnalysedAct
    # Its rank among all acts, from 1; ``None`` if the word list does not allow it.
    place: int | None
    # Points it is worth less than the best act; 0 if the difference is within ``error``.
    lost: float
    error: float
    # Every seat's chance of winning after it.
    wins: tuple[float, ...]


def compare_acts(turn: TurnToCompare, effort: AnalysisEffort) -> TurnComparison:
    """Evaluate a turn; the result is the same on every machine."""
    found = find_act(turn.survey, turn.counted)
    made = NOWHERE if found is None else found
    rank_all = _search_endgame if turn.survey.position.is_open else _roll_out
    ranked = rank_all(turn, made, effort)
    counted = next(rated for rated in ranked if rated.index == made)
    order = [rated for rated in ranked if rated.index != NOWHERE]
    lost = max(0.0, order[0].equity - counted.equity)
    return TurnComparison(
        best=tuple(_describe(turn, rated) for rated in order[:REPORTED_ACTS]),
        made=_describe(turn, replace(counted, act=turn.act)),
        place=None if turn.undone else _find_place(counted, order),
        lost=round(lost, 2) if lost > counted.tolerance else 0.0,
        error=round(counted.tolerance, 2),
        wins=_estimate_wins(turn, counted),
    )


def _find_place(counted: RatedAct, order: list[RatedAct]) -> int | None:
    """Return the rank of the act made.

    If it comes after all acts that were examined closely, the better acts of the survey count as
    well.
    """
    if counted not in order:
        return None
    place = order.index(counted) + 1
    return max(place, counted.index + 1) if place == len(order) else place


def _describe(turn: TurnToCompare, ranked: RatedAct) -> AnalysedAct:
    position = turn.survey.position
    described = describe_act(position.state, position.seat, ranked.act, ranked.equity)
    win = _estimate_wins(turn, ranked)[position.seat]
    error = round(ranked.error, 2)
    return replace(described, win=win, rollouts=ranked.rounds, exact=ranked.exact, error=error)


def _estimate_wins(turn: TurnToCompare, ranked: RatedAct) -> tuple[float, ...]:
    position = turn.survey.position
    if ranked.exact:
        return settle_chances(position.state, position.seat, ranked.equity)
    return estimate_chances_after(position.state, position.seat, ranked.equity, ranked.variance)


def _roll_out(turn: TurnToCompare, made: int, effort: AnalysisEffort) -> list[RatedAct]:
    """Roll out the likeliest acts and the one made; best first."""
    survey = turn.survey
    indices = _choose(survey, made, effort.max_candidates)
    rows = [_row(turn, index) for index in indices]
    picked = PackedRanking(*(np.concatenate(parts) for parts in zip(*rows, strict=True)))
    arguments = survey.position, turn.model, picked, effort.rollouts, StopFlag()
    own = indices.index(made)
    trials = run_trials(*arguments, drop_after=effort.drop_after, always=own)
    best = _best_of(trials.equities, indices)
    tried = [
        RatedAct(
            index,
            turn.counted if index == made else survey[index].act,
            float(trials.equities[i]),
            estimate_error(trials, i) if trials.rounds[i] else 0.0,
            0.0
            if i == best or not trials.rounds[i]
            else estimate_difference_error(trials, best, i),
            int(trials.rounds[i]),
            float(trials.variances[i]) if trials.rounds[i] > 1 else None,
        )
        for i, index in enumerate(indices)
    ]
    return _sorted(tried, indices[best])


def _best_of(equities: "np.typing.NDArray[np.float64]", indices: list[int]) -> int:
    lawful = [i for i, index in enumerate(indices) if index != NOWHERE]
    return max(lawful, key=lambda i: float(equities[i]))


def _sorted(ranked: list[RatedAct], best: int) -> list[RatedAct]:
    return sorted(ranked, key=lambda one: (-one.equity, one.index != best, one.index))


def _choose(survey: Survey, made: int, limit: int) -> list[int]:
    """Return the indices of the likeliest acts, including the one made."""
    first = find_likeliest(survey, limit, made)
    if made not in first:
        first[limit - 1 :] = [made]
    return first


def _row(turn: TurnToCompare, index: int) -> PackedRanking:
    """Return one act of the survey, or the act made if the survey does not contain it."""
    ranked, position = turn.survey.ranked, turn.survey.position
    if index != NOWHERE:
        return PackedRanking(*(part[index : index + 1] for part in ranked))
    packed, meta = pack_act(position, turn.counted)
    described = describe_act(position.state, position.seat, turn.counted, 0.0)
    equity = rate_packed_play(position, turn.model, meta, described)
    acts = np.array([[packed, meta | described.score]], np.int64)
    return PackedRanking(acts, np.array([described.score]), np.array([equity]))


def _search_endgame(turn: TurnToCompare, made: int, effort: AnalysisEffort) -> list[RatedAct]:
    """Search the likeliest acts and the one made as deep as the effort allows; best first.

    An act that is not followed to the end of the game gets an error above zero.
    """
    survey, position = turn.survey, turn.survey.position
    indices = _choose(survey, made, effort.max_candidates)
    known = [index for index in indices if index != NOWHERE]
    strange = turn.counted if made == NOWHERE and isinstance(turn.counted, Play) else None
    compared, acts = endgames.compare_endgame_acts(
        survey, turn.model, known, strange, effort.generations
    )
    keys = dict(zip([*known, NOWHERE], acts, strict=False))
    best = find_act(survey, position.read_act(*compared.best))
    if best is not None and best not in keys:
        worth = compared.outcomes[compared.best].spread
        alike = (index for index in known if compared.outcomes[keys[index]].spread == worth)
        best = find_equivalent(survey, best, alike)
        keys.setdefault(best, compared.best)
    outcomes = {index: compared.outcomes[act] for index, act in keys.items()}
    tiles = sum(len(seat.rack) for seat in position.state.seats)
    error = endgames.error_at(tiles, compared.depth)
    ranked = [
        RatedAct(
            index,
            turn.counted if index == made else survey[index].act,
            outcome.spread,
            0.0 if outcome.exact else error,
            0.0 if outcome.exact and compared.whole else error,
            PLAYED_OUT,
            exact=outcome.exact,
        )
        for index, outcome in outcomes.items()
    ]
    first, *others = _sorted(ranked, NOWHERE if best is None else best)
    # Another act may be better only if some were not searched to the end.
    tolerance = error if first.exact and not compared.whole else 0.0
    return [replace(first, tolerance=tolerance), *others]
