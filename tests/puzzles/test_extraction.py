"""Puzzles extracted from whole games hold what they promise, as rules and engine confirm."""

from dataclasses import replace

import pytest

from games.engine.budget import Budget
from games.engine.engine import Engine
from games.puzzles.jobs import extraction
from games.puzzles.jobs.extraction import (
    MIN_BEST_MARGIN,
    MIN_SPREAD_MARGIN,
    MIN_STEAL_MARGIN,
    SurveyedPosition,
    extract_puzzles,
    find_puzzle_of_kind,
    survey_history,
)
from games.puzzles.jobs.selfplay import play_self_game
from games.puzzles.models import PuzzleKind
from games.puzzles.services.endgame_solver import solve_line
from games.puzzles.services.shipped_puzzles import read_shipped_puzzles
from games.puzzles.terms.candidates import PuzzleCandidate
from games.puzzles.terms.puzzle_positions import (
    apply_puzzle_act,
    get_spread,
    is_fully_visible,
    mask_for_seat,
)
from games.rules.flow.game import GameState, preview_score, verify
from games.rules.flow.game_history import GameHistory
from games.rules.plays.acts import Play
from lexicon.graph.wordgraph import WordGraph
from tests.rules.positions import table

SCRABBLE, QWIBBLE = 2, 0
"""Seeds of games, played by the engine, that contain the puzzles wanted here."""
LEISURE = 600.0
"""Seconds that no computation here takes."""


@pytest.fixture(scope="module")
def game(english: WordGraph) -> GameHistory:
    return play_self_game(english, "scrabble", "en", 2, SCRABBLE)


def answers_of(candidate: PuzzleCandidate) -> list[Play]:
    return [Play.read(*answer, candidate.state.tile_set) for answer in candidate.answers]


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rollouts are the limit, and endgames are solved, however busy the machine is."""
    monkeypatch.setattr(extraction, "SECONDS", LEISURE)


def is_quickly_searched(view: SurveyedPosition) -> bool:
    """Return whether a position has no endgame whose solution takes minutes."""
    tiles_left = sum(len(seat.rack) for seat in view.state.seats)
    return not is_fully_visible(view.state) or tiles_left < 12


def found(kind: PuzzleKind, history: GameHistory, words: WordGraph) -> PuzzleCandidate:
    views = list(filter(is_quickly_searched, survey_history(history, words)))
    candidate = find_puzzle_of_kind(kind, views, words)
    assert candidate is not None, f"the game holds no {kind} any more: choose another seed"
    for play in answers_of(candidate):
        verify(candidate.state, candidate.seat, play, words)
    return candidate


def test_the_best_play_leads_after_rollouts(english: WordGraph) -> None:
    candidate = found(PuzzleKind.BEST, play_self_game(english, "scrabble", "en", 2, 0), english)
    again = Engine(english).best_plays(
        candidate.state, 2, Budget(LEISURE, 3000), seat=candidate.seat
    )
    assert again[0].act in answers_of(candidate)
    others = [one.value for one in candidate.best if [one.position] != [candidate.best[0].position]]
    assert candidate.worth - max(others) >= MIN_BEST_MARGIN
    assert [one.value for one in candidate.best] == sorted(
        (one.value for one in candidate.best), reverse=True
    )


def test_the_answers_are_all_bingos_of_the_position(game: GameHistory, english: WordGraph) -> None:
    candidate = found(PuzzleKind.BINGO, game, english)
    survey = Engine(english).survey(candidate.state, candidate.seat)
    acts = (one.act for one in survey.first(len(survey)))
    bingos = [act for act in acts if isinstance(act, Play) and len(act.placed()) == 7]
    assert set(bingos) == set(answers_of(candidate))
    assert 1 <= len(bingos) <= 2
    assert candidate.state.bag
    assert all(
        preview_score(candidate.state, candidate.seat, play, english).bingo for play in bingos
    )


def test_the_end_game_is_won_only_by_its_solution(game: GameHistory, english: WordGraph) -> None:
    candidate = found(PuzzleKind.ENDGAME, game, english)
    state, engine = candidate.state, Engine(english)
    assert not state.bag
    line = solve_line(apply_puzzle_act(state, answers_of(candidate)[0], english), engine, LEISURE)
    assert line is not None
    before = get_spread(state, candidate.seat)
    assert get_spread(line.end, candidate.seat) - before == candidate.worth
    natural = candidate.best[1]
    dearest = max(one.score for one in engine.survey(state, candidate.seat).first(9999))
    assert natural.score == dearest
    other = Play.read(natural.position, natural.tiles, state.tile_set)
    worse = solve_line(apply_puzzle_act(state, other, english), engine, LEISURE)
    assert worse is not None
    assert get_spread(worse.end, candidate.seat) - before <= candidate.worth - MIN_SPREAD_MARGIN


def test_the_answers_steal_most(qwibble: WordGraph) -> None:
    history = play_self_game(qwibble, "qwibble", "qwibble-en", 2, QWIBBLE)
    candidate = found(PuzzleKind.STEAL, history, qwibble)
    survey = Engine(qwibble).survey(candidate.state, candidate.seat)
    stolen = {
        one.act: preview_score(candidate.state, candidate.seat, one.act, None).stolen
        for one in survey.first(len(survey))
        if isinstance(one.act, Play)
    }
    most = max(stolen.values())
    assert most == candidate.worth
    assert {act for act, points in stolen.items() if points == most} == set(answers_of(candidate))
    assert max(points for points in stolen.values() if points < most) <= most - MIN_STEAL_MARGIN


def test_a_game_without_plays_yields_no_puzzles(english: WordGraph) -> None:
    assert extract_puzzles(GameHistory(table("ABC", "DEF"), ()), english, list(PuzzleKind)) == []


def test_a_position_contains_only_tiles_visible_to_its_player() -> None:
    """The other racks and the order of the bag make no difference."""
    one = table("CAT", "DOG", bag="XYZ", board=(("8G", "AB"),), scores=(3, 4))
    other = replace(table("CAT", "XDZ", bag="GYO", board=(("8G", "AB"),), scores=(3, 4)))
    assert mask_for_seat(one, 0).to_json() == mask_for_seat(other, 0).to_json()
    assert mask_for_seat(one, 0) != mask_for_seat(one, 1)


def test_shipped_puzzles_are_sound(english: WordGraph, qwibble: WordGraph) -> None:
    """Every answer is lawful in the shipped dictionary and scores what the puzzle says."""
    shipped = read_shipped_puzzles()
    assert {candidate.kind for candidate in shipped} == set(PuzzleKind)
    for candidate in shipped:
        state, play = candidate.state, answers_of(candidate)[0]
        verify(state, candidate.seat, play, qwibble)
        score = preview_score(state, candidate.seat, play, None)
        assert score.total == candidate.best[0].score
        assert GameState.from_json(state.to_json()) == state
        if candidate.kind == PuzzleKind.STEAL:
            assert score.stolen == candidate.worth
