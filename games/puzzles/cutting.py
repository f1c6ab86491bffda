"""Cutting puzzles from the course of a game: which positions are good ones, and their answers.

No table and no clock is known here. Every position is looked at as its mover saw it
(:mod:`games.puzzles.positions`); quick looks at all plays come first, and what takes seconds
(rollouts, end games solved) falls to a few positions that promise something. At most one puzzle of
each kind is cut from one game.
"""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import islice

import numpy as np

from games.engine.budget import Budget
from games.engine.engine import Engine, Found, Survey
from games.engine.kernels import arrays
from games.puzzles.cuttings import Candidate, Cutting
from games.puzzles.models import Kind
from games.puzzles.positions import act_on, is_open, see_as, spread_of, write_act
from games.puzzles.solving import play_out
from games.rules.course import Course, Step
from games.rules.game import GameState, Phase, preview
from games.rules.moves import TURN_KINDS, Pass, Play, PlayedLetter
from games.rules.scoring import PlayScore
from games.rules.squares import Square
from lexicon.graph.wordgraph import WordGraph

BEST_SHOWN = 10
AS_GOOD = 1.0
"""Points of equity within which plays count as equally good."""

BEST_MARGIN = 7.0
"""Points of equity by which the best plays lead after rollouts; statically less is enough to look
closer."""
PROMISING_MARGIN = 5.0
ROLLOUTS, SECONDS = 3000, 1.0

STEAL_LEAST, STEAL_MARGIN = 6, 2
"""Points stolen, and by how many more than by any other play."""

SPREAD_MARGIN = 4
"""Points of spread by which the best line wins over the play that scores most at once."""

MOST_PLAYS = 3000
"""With more plays in a position there is nothing to be looked for by eye."""

LOOKS, LOOKS_AT_END = 2, 5
"""Positions of one game that are looked at closer for one kind; those near the end take less."""

TILES_BEFORE = 12
"""Tiles on the board before a position is worth a puzzle."""


@dataclass(frozen=True, slots=True)
class View:
    """A position of the course with all acts in it."""

    state: GameState
    seat: int
    survey: Survey


def cut(course: Course, graph: WordGraph, kinds: Collection[Kind]) -> list[Cutting]:
    """The puzzles in a game, at most one of each of ``kinds``: a few seconds of thought."""
    views = look_through(course, graph)
    found = (find(kind, views, graph) for kind in Kind if kind in kinds)
    return [cutting for cutting in found if cutting is not None]


def look_through(course: Course, graph: WordGraph) -> list[View]:
    """The positions that may be puzzles: some tens of milliseconds."""
    engine = Engine(graph)
    return [view for step in course.steps if (view := _look(engine, step)) is not None]


def find(kind: Kind, views: list[View], graph: WordGraph) -> Cutting | None:
    """A puzzle of one kind: two seconds of thought at most, or little more."""
    return _FINDERS[kind](Engine(graph), views)


def _look(engine: Engine, step: Step) -> View | None:
    before = step.before
    suits = (
        before.phase is Phase.PLAYING
        and before.to_move == step.seat
        and type(step.act).__name__.lower() in TURN_KINDS
        and step.rack_known
        and all(seat.in_play for seat in before.seats)
        and len(before.board) >= TILES_BEFORE
    )
    if not suits:
        return None
    state = see_as(before, step.seat)
    survey = engine.survey(state, step.seat)
    return View(state, step.seat, survey) if 1 < len(survey) <= MOST_PLAYS else None


def find_best(engine: Engine, views: list[View]) -> Cutting | None:
    """A play that is clearly the best, and no bingo: those are a kind of their own. Positions in
    which some other play scores more come first."""
    promising = []
    for view in views:
        first, second = view.survey[0], view.survey[1]
        lead = first.equity - second.equity
        if view.state.bag and _is_plain(view, first) and lead >= PROMISING_MARGIN:
            is_dearest = first.score >= view.survey.ranked.scores.max()
            promising.append((is_dearest, -lead, view))
    for _dearest, _lead, view in sorted(promising, key=lambda one: one[:2])[:LOOKS]:
        found = _roll_out(engine, view)
        if found is not None:
            return found
    return None


def _roll_out(engine: Engine, view: View) -> Cutting | None:
    budget = Budget(SECONDS, ROLLOUTS)
    found = engine.best_plays(view.state, 2 * BEST_SHOWN, budget, seat=view.seat)
    tried = [one for one in found if one.rollouts]
    if len(tried) < 2 or not _is_plain(view, tried[0]):
        return None
    top = tried[0].equity
    good = [one for one in tried if one.equity >= top - AS_GOOD]
    others = [one.equity for one in tried if one not in good]
    if not others or top - max(others) < BEST_MARGIN:
        return None
    if not all(isinstance(one.act, Play) for one in good):
        return None
    plays = [one for one in tried if isinstance(one.act, Play)]
    dearer = sum(one.score > tried[0].score for one in view.survey.first(len(view.survey)))
    told = tuple(_tell(view, one, round(one.equity, 1)) for one in plays[:BEST_SHOWN])
    level = 1 if not dearer else 2 if dearer < 4 else 3
    return _make(Kind.BEST, view, told, len(good), round(top, 1), level)


def find_bingo(_engine: Engine, views: list[View]) -> Cutting | None:
    """One or two plays of the whole rack, with tiles left in the bag. The rarest position is the
    one through most tiles of the board."""
    chosen: tuple[int, View, list[Found]] | None = None
    for view in views:
        if not view.state.bag or not view.state.variant.scoring.bingo_bonus:
            continue
        size = view.state.variant.rack_size
        laid = (view.survey.ranked.acts[:, 1] >> arrays.COUNT_SHIFT) & arrays.COUNT_MASK
        is_play = arrays.kind_of(view.survey.ranked.acts[:, 1]) < arrays.EXCHANGE
        bingos = [view.survey[int(i)] for i in np.flatnonzero(is_play & (laid == size))]
        if 1 <= len(bingos) <= 2:
            through = max(len(one.act.letters) for one in bingos if isinstance(one.act, Play))
            if chosen is None or through > chosen[0]:
                chosen = through, view, bingos
    if chosen is None:
        return None
    through, view, bingos = chosen
    bingos.sort(key=lambda one: -one.score)
    dearest = (view.survey[int(index)] for index in view.survey.plays_by_score()[::-1])
    others = (one for one in dearest if one not in bingos)
    shown = [*bingos, *islice(others, BEST_SHOWN - len(bingos))]
    told = tuple(_tell(view, one, one.score) for one in shown)
    has_blank = any(letter.blank for one in bingos for _square, letter in _placed(one))
    level = 1 + has_blank + (through > view.state.variant.rack_size)
    return _make(Kind.BINGO, view, told, len(bingos), bingos[0].score, level)


def find_steal(_engine: Engine, views: list[View]) -> Cutting | None:
    """Where tiles have owners: the play that steals most, by a margin."""
    best: tuple[float, View, list[tuple[Found, PlayScore]]] | None = None
    for view in views:
        if not view.state.variant.scoring.owned_tiles:
            return None
        scored = [
            (one, preview(view.state, view.seat, one.act, None))
            for one in view.survey.first(len(view.survey))
            if isinstance(one.act, Play)
        ]
        scored.sort(key=lambda pair: -pair[1].stolen)
        stolen = [score.stolen for _one, score in scored]
        if not stolen or stolen[0] < STEAL_LEAST:
            continue
        lead = stolen[0] - next((one for one in stolen if one < stolen[0]), 0)
        alike = stolen.count(stolen[0])
        if lead >= STEAL_MARGIN and alike <= 3 and (best is None or stolen[0] > best[0]):
            best = stolen[0], view, scored
    if best is None:
        return None
    worth, view, scored = best
    told = tuple(_tell(view, one, score.stolen) for one, score in scored[:BEST_SHOWN])
    good = sum(score.stolen == worth for _one, score in scored)
    dearest = max(score.total for _one, score in scored)
    level = 1 if scored[0][1].total == dearest else 2 if len(scored) < 300 else 3
    return _make(Kind.STEAL, view, told, good, worth, level)


def find_endgame(engine: Engine, views: list[View]) -> Cutting | None:
    """The earliest position with nothing hidden whose best line beats the play that scores most
    at once; solved to the end and played out by the rules."""
    ends = [view for view in views if is_open(view.state)]
    for view in ends[:LOOKS_AT_END]:
        state, seat = view.state, view.seat
        best = engine.best_plays(state, 1, Budget(SECONDS), seat=seat)[0]
        dearest = view.survey[int(view.survey.plays_by_score()[-1])]
        if not best.exact or best.act == dearest.act or not isinstance(best.act, Play):
            continue
        line = play_out(state, engine, SECONDS)
        other = play_out(act_on(state, dearest.act, engine.graph), engine, SECONDS)
        if line is None or other is None or len(line.acts) < 3:
            continue
        before = spread_of(state, seat)
        worth, less = (spread_of(one.end, seat) - before for one in (line, other))
        if worth - less < SPREAD_MARGIN or worth != round(best.equity):
            continue
        told = (_tell(view, best, worth), _tell(view, dearest, less))
        own_plays = sum(isinstance(act, Play) for act in line.acts[::2])
        return _make(Kind.ENDGAME, view, told, 1, worth, min(own_plays, 3))
    return None


_FINDERS = {
    Kind.BEST: find_best,
    Kind.BINGO: find_bingo,
    Kind.STEAL: find_steal,
    Kind.ENDGAME: find_endgame,
}


def _make(
    kind: Kind, view: View, told: tuple[Candidate, ...], good: int, worth: float, level: int
) -> Cutting:
    answers = tuple((one.position, one.tiles) for one in told[:good])
    return Cutting(kind, view.state, view.seat, told, answers, worth, level)


def _is_plain(view: View, found: Found) -> bool:
    """A play that leaves tiles on the rack."""
    return isinstance(found.act, Play) and len(_placed(found)) < view.state.variant.rack_size


def _placed(found: Found) -> tuple[tuple[Square, PlayedLetter], ...]:
    return found.act.placed() if isinstance(found.act, Play) else ()


def _tell(view: View, found: Found, value: float) -> Candidate:
    position, tiles = write_act(found.act, view.state.tile_set)
    if isinstance(found.act, Pass):
        return Candidate(position, tiles, (), 0, value)
    assert isinstance(found.act, Play)
    score = preview(view.state, view.seat, found.act, None)
    return Candidate(position, tiles, tuple(word.word for word in score.words), score.total, value)
