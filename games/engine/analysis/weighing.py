"""The acts of one turn beside the one made: all weighed in the same way, so that they compare."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from games.engine import thinking
from games.engine.analysis.chances import chances_after, settled
from games.engine.analysis.choices import describe
from games.engine.analysis.efforts import TOLD, Effort
from games.engine.analysis.endings import play_out
from games.engine.analysis.packing import find_act, pack_act, weigh_play
from games.engine.analysis.report import Choice
from games.engine.budget import stopped_after
from games.engine.engine import Survey
from games.engine.kernels.leaves import Model
from games.engine.thinking import Ranked
from games.rules.moves import Act, Pass
from lexicon.graph.wordgraph import WordGraph

PLAYED_OUT = 1
"""Trials of an act that is followed to the end of the game."""
NOWHERE = -1
"""The index of an act that the words do not allow."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What is to be weighed: ``act`` was made by the seat whose position is surveyed. ``undone``:
    it was taken back, and so was worth no more than a pass."""

    survey: Survey
    graph: WordGraph
    model: Model
    act: Act
    undone: bool = False

    @property
    def counted(self) -> Act:
        return Pass() if self.undone else self.act


@dataclass(frozen=True, slots=True)
class Weighed:
    """``index``: the act's in the survey. ``rounds`` and ``variance`` of its trials, if any."""

    index: int
    act: Act
    equity: float
    rounds: int = 0
    variance: float | None = None
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Weighing:
    """``best``: the best acts first. ``made``: the one made; ``place``: where it stands among all,
    from 1, ``None`` where the words do not allow it. ``wins``: every seat's chance after it."""

    best: tuple[Choice, ...]
    made: Choice
    place: int | None
    wins: tuple[float, ...]


def weigh(turn: Turn, effort: Effort, seconds: float) -> Weighing:
    """``seconds``: of this thread's processor time, about."""
    found = find_act(turn.survey, turn.counted)
    made = NOWHERE if found is None else found
    if turn.survey.position.is_open:
        weighed = _play_out(turn, made, seconds)
    else:
        weighed = _try_out(turn, made, effort, seconds)
    counted = next(one for one in weighed if one.index == made)
    order = [one for one in weighed if one.index != NOWHERE]
    place = order.index(counted) + 1 if counted in order else None
    if place == len(order):
        place = max(place, made + 1)  # those before it in the survey were not looked at closer
    return Weighing(
        best=tuple(_tell(turn, one) for one in order[:TOLD]),
        made=_tell(turn, replace(counted, act=turn.act)),
        place=None if turn.undone else place,
        wins=_wins(turn, counted),
    )


def _tell(turn: Turn, weighed: Weighed) -> Choice:
    position = turn.survey.position
    told = describe(position.state, position.seat, weighed.act, weighed.equity)
    win = _wins(turn, weighed)[position.seat]
    return replace(told, win=win, rollouts=weighed.rounds, exact=weighed.exact)


def _wins(turn: Turn, weighed: Weighed) -> tuple[float, ...]:
    position = turn.survey.position
    if weighed.exact:
        return settled(position.state, position.seat, weighed.equity)
    return chances_after(position.state, position.seat, weighed.equity, weighed.variance)


def _try_out(turn: Turn, made: int, effort: Effort, seconds: float) -> list[Weighed]:
    """Roll out the likeliest acts and the one made, best first. What is not rolled out follows,
    its equity shifted by what the others' answers cost on the average."""
    survey = turn.survey
    first = list(range(min(effort.tried, len(survey))))
    if made not in first:
        first[effort.tried - 1 :] = [made]
    rows = [_row(turn, index) for index in first]
    picked = Ranked(*(np.concatenate(parts) for parts in zip(*rows, strict=True)))
    with stopped_after(seconds) as stop:
        trials = thinking.try_out(survey.position, turn.model, picked, effort.rollouts, stop)
    shift = float(np.average(trials.equities - picked.equities, weights=trials.rounds + 1e-9))
    tried = [
        Weighed(
            first[i],
            turn.counted if first[i] == made else survey[first[i]].act,
            float(trials.equities[i]),
            int(trials.rounds[i]),
            float(trials.variances[i]) if trials.rounds[i] > 1 else None,
        )
        for i in trials.order
    ]
    weighed = [*tried, *_rest(turn, first, shift)]
    return weighed if made in range(effort.tried) else _put_in_place(weighed, made)


def _put_in_place(weighed: list[Weighed], made: int) -> list[Weighed]:
    """The act made, which is none of the likeliest, before those it is better than."""
    (one,) = (one for one in weighed if one.index == made)
    rest = [other for other in weighed if other is not one]
    place = next((i for i, other in enumerate(rest) if other.equity < one.equity), len(rest))
    return [*rest[:place], one, *rest[place:]]


def _rest(turn: Turn, known: Iterable[int], shift: float) -> list[Weighed]:
    known = set(known)
    some = range(min(len(turn.survey), TOLD + len(known)))
    rest = [(index, turn.survey[index]) for index in some if index not in known]
    return [Weighed(index, found.act, found.equity + shift) for index, found in rest]


def _row(turn: Turn, index: int) -> Ranked:
    """One act of the survey, or the one made that is not in it."""
    ranked, position = turn.survey.ranked, turn.survey.position
    if index != NOWHERE:
        return Ranked(*(part[index : index + 1] for part in ranked))
    packed, meta = pack_act(position, turn.counted)
    told = describe(position.state, position.seat, turn.counted, 0.0)
    equity = weigh_play(position, turn.model, meta, told)
    acts = np.array([[packed, meta | told.score]], np.int64)
    return Ranked(acts, np.array([told.score]), np.array([equity]))


def _play_out(turn: Turn, made: int, seconds: float) -> list[Weighed]:
    """Solve the end game, then see where the act made leads and the others do, the closer the more
    time there is; best first. None is better than what a search of them all found best."""
    survey = turn.survey
    with stopped_after(seconds / 2) as stop:
        solved = thinking.solve(survey.position, turn.model, survey.ranked, stop)
    found = find_act(survey, survey.position.read_act(*solved.act))
    best = 0 if found is None else found
    seen: dict[int, Weighed] = {}
    most = inf
    if solved.depth:
        most = float(solved.spread)
        seen[best] = Weighed(best, survey[best].act, most, PLAYED_OUT, exact=solved.exact)
    with stopped_after(seconds / 2) as stop:
        for index in dict.fromkeys([made, *range(min(TOLD, len(survey)))]):
            if index in seen:
                continue
            act = turn.counted if index == made else survey[index].act
            spread, exact = play_out(survey.position, act, turn.graph, turn.model, stop)
            spread = spread if index == NOWHERE else min(spread, most)
            seen[index] = Weighed(index, act, spread, PLAYED_OUT, exact=exact)
    known = sorted(seen.values(), key=lambda one: (-one.equity, one.index != best))
    return [*known, *_rest(turn, seen, 0.0)]
