"""Extracts puzzles from a game: finds suitable positions and their answers.

This module knows neither the database nor a clock. It looks at every position as the seat to move
saw it (:mod:`games.puzzles.terms.puzzle_positions`). A quick static evaluation selects a few
promising positions, and only these get the slow work of rollouts and endgame solving. A game yields
at most one puzzle of each kind.
"""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import islice

from games.engine.budget import Budget
from games.engine.engine import Engine, FoundAct, Survey
from games.engine.pre_endgames import MAX_BAG
from games.puzzles.models import PuzzleKind
from games.puzzles.services.endgame_solver import solve_line
from games.puzzles.terms.candidates import CandidatePlay, PuzzleCandidate
from games.puzzles.terms.puzzle_positions import (
    apply_puzzle_act,
    get_spread,
    is_fully_visible,
    mask_for_seat,
    write_puzzle_act,
)
from games.rules.equipment.squares import Square
from games.rules.flow.game import GameState, Phase, preview_score
from games.rules.flow.game_history import GameHistory, HistoryStep
from games.rules.plays.acts import TURN_KINDS, Pass, Play, PlayedLetter, get_act_kind
from games.rules.plays.scoring import PlayScore
from lexicon.graph.wordgraph import WordGraph

MAX_SHOWN_PLAYS = 10
EQUAL_WITHIN = 1.0
"""Plays within this many points of equity count as equally good."""

MIN_BEST_MARGIN = 7.0
"""Points of equity by which the best plays must lead after rollouts."""
MIN_STATIC_MARGIN = 5.0
"""Lead in static equity, in points, from which a rollout is worthwhile."""
ROLLOUTS, SECONDS = 3000, 1.0

MIN_STEAL, MIN_STEAL_MARGIN = 6, 2
"""Points stolen, and the lead over any other play."""

MIN_SPREAD_MARGIN = 4
"""Points of spread by which the best line must beat the play with the highest score."""

MAX_PLAYS = 3000
"""Positions with more plays are too confusing to solve by eye."""

MAX_CLOSE_ANALYSES, MAX_CLOSE_ENDGAME_ANALYSES = 2, 5
"""Positions per game and kind that are searched deeply. Endgames are cheaper to search."""

MIN_TILES_ON_BOARD = 12
"""Tiles that must be on the board of a puzzle."""


@dataclass(frozen=True, slots=True)
class SurveyedPosition:
    """A position of a game with all plays in it, statically evaluated."""

    state: GameState
    seat: int
    survey: Survey


def extract_puzzles(
    history: GameHistory, graph: WordGraph, kinds: Collection[PuzzleKind]
) -> list[PuzzleCandidate]:
    """Return the puzzles in a game, at most one of each of ``kinds``. Takes a few seconds."""
    views = survey_history(history, graph)
    found = (find_puzzle_of_kind(kind, views, graph) for kind in PuzzleKind if kind in kinds)
    return [candidate for candidate in found if candidate is not None]


def survey_history(history: GameHistory, graph: WordGraph) -> list[SurveyedPosition]:
    """Return the positions that are candidates for puzzles. Takes some tens of milliseconds."""
    engine = Engine(graph)
    return [view for step in history.steps if (view := _survey_step(engine, step)) is not None]


def find_puzzle_of_kind(
    kind: PuzzleKind, views: list[SurveyedPosition], graph: WordGraph
) -> PuzzleCandidate | None:
    """Return a puzzle of one kind, or ``None``. Takes about two seconds at most."""
    return _FINDERS[kind](Engine(graph), views)


def _survey_step(engine: Engine, step: HistoryStep) -> SurveyedPosition | None:
    before = step.before
    suits = (
        before.phase is Phase.PLAYING
        and before.to_move == step.seat
        and get_act_kind(type(step.act)) in TURN_KINDS
        and step.rack_known
        and all(seat.in_play for seat in before.seats)
        and len(before.board) >= MIN_TILES_ON_BOARD
    )
    if not suits:
        return None
    state = mask_for_seat(before, step.seat)
    survey = engine.survey(state, step.seat)
    return SurveyedPosition(state, step.seat, survey) if 1 < len(survey) <= MAX_PLAYS else None


def find_best(engine: Engine, views: list[SurveyedPosition]) -> PuzzleCandidate | None:
    """Find a play that is clearly the best and not a bingo, since bingos are a kind of their own.

    Positions in which another play scores more are preferred. With few tiles in the bag the engine
    goes for the win, and the best play need not be the one that gains most.
    """
    promising = []
    for view in views:
        first, second = view.survey[0], view.survey[1]
        lead = first.equity - second.equity
        early = len(view.state.bag) > MAX_BAG
        if early and _leaves_tiles(view, first) and lead >= MIN_STATIC_MARGIN:
            # False sorts first: a best play that does not also score most is harder to find.
            is_highest = first.score >= view.survey.ranked.scores.max()
            promising.append((is_highest, -lead, view))
    for _is_highest, _lead, view in sorted(promising, key=lambda one: one[:2])[:MAX_CLOSE_ANALYSES]:
        found = _run_rollouts(engine, view)
        if found is not None:
            return found
    return None


def _run_rollouts(engine: Engine, view: SurveyedPosition) -> PuzzleCandidate | None:
    budget = Budget(SECONDS, ROLLOUTS)
    found = engine.best_plays(view.state, 2 * MAX_SHOWN_PLAYS, budget, seat=view.seat)
    tried = [ranked for ranked in found if ranked.rollouts]
    if len(tried) < 2 or not _leaves_tiles(view, tried[0]):
        return None
    top = tried[0].equity
    good = [ranked for ranked in tried if ranked.equity >= top - EQUAL_WITHIN]
    others = [ranked.equity for ranked in tried if ranked not in good]
    if not others or top - max(others) < MIN_BEST_MARGIN:
        return None
    if not all(isinstance(ranked.act, Play) for ranked in good):
        return None
    plays = [ranked for ranked in tried if isinstance(ranked.act, Play)]
    dearer = sum(ranked.score > tried[0].score for ranked in view.survey.first(len(view.survey)))
    candidate_plays = tuple(
        _build_candidate_play(view, ranked, round(ranked.equity, 1))
        for ranked in plays[:MAX_SHOWN_PLAYS]
    )
    level = 1 if not dearer else 2 if dearer < 4 else 3
    return _build_candidate(PuzzleKind.BEST, view, candidate_plays, len(good), round(top, 1), level)


def find_bingo(_engine: Engine, views: list[SurveyedPosition]) -> PuzzleCandidate | None:
    """Find a position with one or two bingos and tiles left in the bag.

    The position with the longest bingo is preferred, because it goes through most tiles on the
    board.
    """
    chosen: tuple[int, SurveyedPosition, list[FoundAct]] | None = None
    for view in views:
        if not view.state.bag:
            continue
        bingos = [view.survey[int(index)] for index in view.survey.bingos()]
        if 1 <= len(bingos) <= 2:
            through = max(
                len(ranked.act.letters) for ranked in bingos if isinstance(ranked.act, Play)
            )
            if chosen is None or through > chosen[0]:
                chosen = through, view, bingos
    if chosen is None:
        return None
    through, view, bingos = chosen
    bingos.sort(key=lambda one: -one.score)
    by_score = (view.survey[int(index)] for index in view.survey.list_plays_by_score()[::-1])
    others = (ranked for ranked in by_score if ranked not in bingos)
    shown = [*bingos, *islice(others, MAX_SHOWN_PLAYS - len(bingos))]
    plays = tuple(_build_candidate_play(view, ranked, ranked.score) for ranked in shown)
    has_blank = any(letter.blank for ranked in bingos for _square, letter in _list_placed(ranked))
    level = 1 + has_blank + (through > view.state.variant.rack_size)
    return _build_candidate(PuzzleKind.BINGO, view, plays, len(bingos), bingos[0].score, level)


def find_steal(_engine: Engine, views: list[SurveyedPosition]) -> PuzzleCandidate | None:
    """Find the play that steals most points by a clear margin, in games whose tiles have owners."""
    best: tuple[float, SurveyedPosition, list[tuple[FoundAct, PlayScore]]] | None = None
    for view in views:
        if not view.state.variant.scoring.owned_tiles:
            return None
        scored = [
            (one, preview_score(view.state, view.seat, one.act, None))
            for one in view.survey.first(len(view.survey))
            if isinstance(one.act, Play)
        ]
        scored.sort(key=lambda pair: -pair[1].stolen)
        stolen = [score.stolen for _one, score in scored]
        if not stolen or stolen[0] < MIN_STEAL:
            continue
        lead = stolen[0] - next((one for one in stolen if one < stolen[0]), 0)
        alike = stolen.count(stolen[0])
        if lead >= MIN_STEAL_MARGIN and alike <= 3 and (best is None or stolen[0] > best[0]):
            best = stolen[0], view, scored
    if best is None:
        return None
    worth, view, scored = best
    plays = tuple(
        _build_candidate_play(view, one, score.stolen) for one, score in scored[:MAX_SHOWN_PLAYS]
    )
    good = sum(score.stolen == worth for _one, score in scored)
    highest = max(score.total for _one, score in scored)
    level = 1 if scored[0][1].total == highest else 2 if len(scored) < 300 else 3
    return _build_candidate(PuzzleKind.STEAL, view, plays, good, worth, level)


def find_endgame(engine: Engine, views: list[SurveyedPosition]) -> PuzzleCandidate | None:
    """Find an endgame whose best line beats the play with the highest immediate score.

    The earliest fully visible position is preferred. It is solved to the end and played out by the
    rules.
    """
    ends = [view for view in views if is_fully_visible(view.state)]
    for view in ends[:MAX_CLOSE_ENDGAME_ANALYSES]:
        state, seat = view.state, view.seat
        best = engine.best_plays(state, 1, Budget(SECONDS), seat=seat)[0]
        highest = view.survey[int(view.survey.list_plays_by_score()[-1])]
        if not best.exact or best.act == highest.act or not isinstance(best.act, Play):
            continue
        line = solve_line(state, engine, SECONDS)
        other = solve_line(apply_puzzle_act(state, highest.act, engine.graph), engine, SECONDS)
        if line is None or other is None or len(line.acts) < 3:
            continue
        before = get_spread(state, seat)
        worth, less = (get_spread(one.end, seat) - before for one in (line, other))
        # The line played out by the rules must confirm the solver's value.
        if worth - less < MIN_SPREAD_MARGIN or worth != round(best.equity):
            continue
        plays = (
            _build_candidate_play(view, best, worth),
            _build_candidate_play(view, highest, less),
        )
        own_plays = sum(isinstance(act, Play) for act in line.acts[::2])
        return _build_candidate(PuzzleKind.ENDGAME, view, plays, 1, worth, min(own_plays, 3))
    return None


_FINDERS = {
    PuzzleKind.BEST: find_best,
    PuzzleKind.BINGO: find_bingo,
    PuzzleKind.STEAL: find_steal,
    PuzzleKind.ENDGAME: find_endgame,
}


def _build_candidate(
    kind: PuzzleKind,
    view: SurveyedPosition,
    plays: tuple[CandidatePlay, ...],
    good: int,
    worth: float,
    level: int,
) -> PuzzleCandidate:
    answers = tuple((play.position, play.tiles) for play in plays[:good])
    return PuzzleCandidate(kind, view.state, view.seat, plays, answers, worth, level)


def _leaves_tiles(view: SurveyedPosition, found: FoundAct) -> bool:
    """Return whether an act is a play that does not use the whole rack."""
    is_play = isinstance(found.act, Play)
    return is_play and not view.state.variant.is_full_rack(len(_list_placed(found)))


def _list_placed(found: FoundAct) -> tuple[tuple[Square, PlayedLetter], ...]:
    return found.act.placed() if isinstance(found.act, Play) else ()


def _build_candidate_play(view: SurveyedPosition, found: FoundAct, value: float) -> CandidatePlay:
    position, tiles = write_puzzle_act(found.act, view.state.tile_set)
    if isinstance(found.act, Pass):
        return CandidatePlay(position, tiles, (), 0, value)
    assert isinstance(found.act, Play)
    score = preview_score(view.state, view.seat, found.act, None)
    return CandidatePlay(
        position, tiles, tuple(word.word for word in score.words), score.total, value
    )
