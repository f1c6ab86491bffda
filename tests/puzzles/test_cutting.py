"""Puzzles cut from whole games are what they say: looked at again by rules and engine."""

from dataclasses import replace

import pytest

from games.engine.budget import Budget
from games.engine.engine import Engine
from games.puzzles.cutting import (
    BEST_MARGIN,
    SPREAD_MARGIN,
    STEAL_MARGIN,
    cut,
    find,
    look_through,
)
from games.puzzles.cuttings import Cutting
from games.puzzles.models import Kind
from games.puzzles.positions import act_on, see_as, spread_of
from games.puzzles.selfplay import play_course
from games.puzzles.services.shipped import read_shipped
from games.puzzles.solving import play_out
from games.rules.course import Course
from games.rules.game import GameState, preview, verify
from games.rules.moves import Play
from lexicon.graph.wordgraph import WordGraph
from tests.rules.positions import table

SCRABBLE, QWIBBLE = 2, 0
"""Games in which there is something to be found: seeds."""


@pytest.fixture(scope="module")
def game(english: WordGraph) -> Course:
    return play_course(english, "scrabble", "en", 2, SCRABBLE)


def answers_of(cutting: Cutting) -> list[Play]:
    return [Play.read(*answer, cutting.state.tile_set) for answer in cutting.answers]


def found(kind: Kind, course: Course, words: WordGraph) -> Cutting:
    cutting = find(kind, look_through(course, words), words)
    assert cutting is not None, f"the game holds no {kind} any more: choose another seed"
    for play in answers_of(cutting):
        verify(cutting.state, cutting.seat, play, words)
    return cutting


def test_best_play_leads_after_rollouts(english: WordGraph) -> None:
    cutting = found(Kind.BEST, play_course(english, "scrabble", "en", 2, 0), english)
    again = Engine(english).best_plays(cutting.state, 2, Budget(2.0, 3000), seat=cutting.seat)
    assert again[0].act in answers_of(cutting)
    others = [one.value for one in cutting.best if [one.position] != [cutting.best[0].position]]
    assert cutting.worth - max(others) >= BEST_MARGIN
    assert [one.value for one in cutting.best] == sorted(
        (one.value for one in cutting.best), reverse=True
    )


def test_bingos_are_all_there_are(game: Course, english: WordGraph) -> None:
    cutting = found(Kind.BINGO, game, english)
    survey = Engine(english).survey(cutting.state, cutting.seat)
    acts = (one.act for one in survey.first(len(survey)))
    bingos = [act for act in acts if isinstance(act, Play) and len(act.placed()) == 7]
    assert set(bingos) == set(answers_of(cutting))
    assert 1 <= len(bingos) <= 2
    assert cutting.state.bag
    assert all(preview(cutting.state, cutting.seat, play, english).bingo for play in bingos)


def test_endgame_is_won_by_its_line_alone(game: Course, english: WordGraph) -> None:
    cutting = found(Kind.ENDGAME, game, english)
    state, engine = cutting.state, Engine(english)
    assert not state.bag
    line = play_out(act_on(state, answers_of(cutting)[0], english), engine, 2.0)
    assert line is not None
    before = spread_of(state, cutting.seat)
    assert spread_of(line.end, cutting.seat) - before == cutting.worth
    natural = cutting.best[1]
    dearest = max(one.score for one in engine.survey(state, cutting.seat).first(9999))
    assert natural.score == dearest
    other = Play.read(natural.position, natural.tiles, state.tile_set)
    worse = play_out(act_on(state, other, english), engine, 2.0)
    assert worse is not None
    assert spread_of(worse.end, cutting.seat) - before <= cutting.worth - SPREAD_MARGIN


def test_steal_takes_most(qwibble: WordGraph) -> None:
    course = play_course(qwibble, "qwibble", "qwibble-en", 2, QWIBBLE)
    cutting = found(Kind.STEAL, course, qwibble)
    survey = Engine(qwibble).survey(cutting.state, cutting.seat)
    stolen = {
        one.act: preview(cutting.state, cutting.seat, one.act, None).stolen
        for one in survey.first(len(survey))
        if isinstance(one.act, Play)
    }
    most = max(stolen.values())
    assert most == cutting.worth
    assert {act for act, points in stolen.items() if points == most} == set(answers_of(cutting))
    assert max(points for points in stolen.values() if points < most) <= most - STEAL_MARGIN


def test_a_game_without_plays_holds_nothing(english: WordGraph) -> None:
    assert cut(Course(table("ABC", "DEF"), ()), english, list(Kind)) == []


def test_a_position_tells_no_more_than_its_mover_saw() -> None:
    """Whoever else held what, and however the bag lay: the position is the same."""
    one = table("CAT", "DOG", bag="XYZ", board=(("8G", "AB"),), scores=(3, 4))
    other = replace(table("CAT", "XDZ", bag="GYO", board=(("8G", "AB"),), scores=(3, 4)))
    assert see_as(one, 0).to_json() == see_as(other, 0).to_json()
    assert see_as(one, 0) != see_as(one, 1)


def test_shipped_puzzles_are_good_ones(english: WordGraph, qwibble: WordGraph) -> None:
    """Every answer is lawful in the shipped dictionary and does what it is to do."""
    shipped = read_shipped()
    assert {cutting.kind for cutting in shipped} == set(Kind)
    for cutting in shipped:
        state, play = cutting.state, answers_of(cutting)[0]
        verify(state, cutting.seat, play, qwibble)
        score = preview(state, cutting.seat, play, None)
        assert score.total == cutting.best[0].score
        assert GameState.from_json(state.to_json()) == state
        if cutting.kind == Kind.STEAL:
            assert score.stolen == cutting.worth
