"""Whole games looked at: what is told of each act, and what it comes to."""

from dataclasses import replace
from pathlib import Path
from statistics import fmean
from time import thread_time

import pytest

from games.engine.analysis.analyst import Analyst
from games.engine.analysis.efforts import EFFORTS, Effort
from games.engine.analysis.report import Choice, Level, Report, TurnReport, read_report
from games.engine.analysis.summary import sum_up
from games.engine.budget import Budget, stopped_after
from games.engine.engine import Engine
from games.rules.course import Course
from games.rules.game import GameState
from games.rules.gcg import make_course, read_record, replay_record
from games.rules.moves import Act, Challenge, Exchange, Pass, Play
from games.rules.options import ChallengeRule
from games.rules.tiles import load_tile_set
from lexicon.graph.wordgraph import WordGraph
from tests.engine.courses import play_levels, play_script
from tests.engine.positions import lay_board, make_state

SLIGHT = Effort(tried=4, rollouts=32, draws=4, seconds=0.5)
AT_LEISURE = Effort(tried=15, rollouts=300, draws=1, seconds=10_000)
WITHIN = 3.0
"""Seconds of processor for a game of two at the quick level."""


def analyse(course: Course, graph: WordGraph, effort: Effort = SLIGHT) -> Report:
    analyst = Analyst(course, graph, effort)
    turns = [analyst.look_at(step.number) for step in course.steps]
    return sum_up(Level.QUICK, course, turns)


def check_report(report: Report, course: Course) -> None:
    """What holds in every report."""
    assert read_report(report.to_json()) == report
    assert [turn.number for turn in report.turns] == [step.number for step in course.steps]
    for chances in (report.opening, *(turn.wins for turn in report.turns)):
        assert len(chances) == len(report.seats)
        assert all(0 <= chance <= 1 for chance in chances)
        assert sum(chances) == pytest.approx(1, abs=0.001)
    for seat in report.seats:
        assert sum(one.points for one in seat.points) == seat.score
        assert seat.bingos_found <= seat.bingos_there
    for turn in report.turns:
        if turn.best:
            check_turn(turn)
    if (outcome := course.outcome) and outcome.winner is not None:
        assert report.turns[-1].wins[outcome.winner] == 1


def check_turn(turn: TurnReport) -> None:
    assert turn.chosen is not None
    assert turn.lost is not None
    assert 1 <= len(turn.best) <= 10
    assert turn.lost >= 0
    assert (turn.place == 1) <= (turn.lost == 0)
    if turn.place is not None and turn.place <= len(turn.best):
        assert is_same(turn.best[turn.place - 1], turn.chosen)
    for choice in turn.best:
        assert choice.win is not None
        if choice.bingo:
            assert choice.word in turn.bingos or len(turn.bingos) >= 20


def is_same(one: Choice, other: Choice) -> bool:
    """A single tile may be told as a word across or down."""
    return (one.kind, one.score, one.leave) == (other.kind, other.score, other.leave)


def test_a_game_of_two_is_told_within_its_budget(english: WordGraph) -> None:
    course = play_levels(english, (4, 3), 1)
    analyse(course, english, replace(SLIGHT, rollouts=4))  # kernels are loaded once a process
    started = thread_time()
    report = analyse(course, english, EFFORTS[Level.QUICK])
    assert thread_time() - started < WITHIN
    check_report(report, course)
    told = [choice for turn in report.turns for choice in turn.best]
    assert all(choice.rollouts for choice in told), "each was tried, or played out"
    assert report.seats[0].mean_loss < report.seats[1].mean_loss


@pytest.mark.parametrize(
    ("variant", "levels"), [("scrabble", (4, 2, 3)), ("super", (3, 4, 2, 3)), ("qwibble", (4, 3))]
)
def test_every_game_and_number_of_seats(
    variant: str, levels: tuple[int, ...], english: WordGraph, qwibble: WordGraph
) -> None:
    graph = qwibble if variant == "qwibble" else english
    course = play_levels(graph, levels, 2, variant)
    report = analyse(course, graph, replace(SLIGHT, rollouts=8, draws=1))
    check_report(report, course)
    assert all(seat.judged for seat in report.seats)
    if variant == "qwibble":
        thefts = [turn for turn in report.turns if turn.chosen and turn.chosen.theft]
        assert sum(t.chosen.theft.stolen for t in thefts if t.chosen and t.chosen.theft) > 0
        for turn in thefts:
            assert turn.chosen
            assert turn.chosen.theft
            assert turn.chosen.theft.stolen <= turn.stealable
        assert thefts[-1].left_open > 0


def test_the_best_is_what_the_engine_finds(english: WordGraph) -> None:
    """The same candidates, tried as often, come out alike: the act made is one of them here."""
    course = play_levels(english, (5, 5), 3)
    analyst = Analyst(course, english, AT_LEISURE)
    agreed = 0
    for step in course.steps[:12:3]:
        engine = Engine(english)
        first = [found.act for found in engine.survey(step.before, step.seat).first(15)]
        assert step.act in first
        budget = Budget(seconds=600, rollouts=AT_LEISURE.rollouts)
        best = engine.best_plays(step.before, 3, budget)
        told = analyst.look_at(step.number)
        assert [round(found.equity, 2) for found in best] == [c.equity for c in told.best[:3]]
        assert [found.score for found in best] == [c.score for c in told.best[:3]]
        agreed += 1
    assert agreed == 4


def test_end_games_are_told_exactly(english: WordGraph) -> None:
    course = play_levels(english, (5, 5), 3)
    step = next(one for one in reversed(course.steps[:-1]) if isinstance(one.act, Play))
    assert not step.before.bag
    told = Analyst(course, english, AT_LEISURE).look_at(step.number)
    best = Engine(english).best_plays(step.before, 1, Budget(seconds=30))[0]
    assert best.exact
    assert told.best[0].exact
    assert told.best[0].equity == best.equity
    assert told.chosen is not None
    assert told.chosen.exact
    assert told.chosen.win in (0, 0.5, 1)


def start(racks: tuple[str, ...], challenge: ChallengeRule) -> GameState:
    """A game just dealt in which the seats hold these tiles."""
    state = make_state(lay_board(["." * 15] * 15), racks)
    return replace(state, options=replace(state.options, challenge=challenge))


def play(position: str, tiles: str) -> Play:
    return Play.read(position, tiles, load_tile_set("en"))


def test_phonies_and_challenges_are_told(english: WordGraph) -> None:
    """A phony that stands, one that is taken back, a challenge in vain, a bingo missed."""
    opening = start(("QZXTEEL", "RETAINS"), ChallengeRule.FIVE)
    acts: list[tuple[int, Act]] = [
        (0, play("8G", "TEXL")),
        (1, play("J8", ".INE")),
        (0, Challenge()),
        (0, play("11J", ".ZQ")),
        (1, Challenge()),
    ]
    report = analyse(play_script(opening, acts, english), english)
    stood, bingo_missed, in_vain, taken_back, right = report.turns
    assert stood.phonies == ("TEXL",)
    assert stood.fate == "stood"
    assert stood.passed_by == (1,)
    assert stood.place is None
    assert stood.lost is not None
    assert bingo_missed.missed_bingo is not None
    assert bingo_missed.missed_bingo.word in bingo_missed.bingos
    assert not bingo_missed.phonies
    assert in_vain.verdict == "wrong"
    assert taken_back.fate == "withdrawn"
    assert not taken_back.passed_by
    assert taken_back.place is None
    assert taken_back.lost is not None
    assert taken_back.lost > 5
    assert right.verdict == "right"
    amber, cobalt = report.seats
    assert (amber.phonies, amber.challenges_wrong, amber.challenges_missed) == (2, 1, 0)
    assert (cobalt.bingos_there, cobalt.bingos_found, cobalt.challenges_missed) == (1, 0, 1)
    assert {one.source: one.points for one in cobalt.points}["challenges"] == 5
    assert sum(one.points for one in amber.points) == amber.score
    assert not report.finished


def test_exchanges_and_passes_stand_among_the_plays(english: WordGraph) -> None:
    opening = start(("VVUUIIW", "RETAINS"), ChallengeRule.VOID)
    tiles = load_tile_set("en").read("VVUUW")
    course = play_script(opening, [(0, Exchange(tiles)), (1, Pass())], english)
    exchanged, passed = analyse(course, english).turns
    assert exchanged.chosen is not None
    assert (exchanged.chosen.tiles, exchanged.chosen.leave) == ("UUVVW", "II")
    assert exchanged.place is not None
    assert passed.chosen is not None
    assert passed.missed_bingo is not None
    assert passed.lost is not None
    assert passed.lost > 30


def test_what_is_not_recorded_is_not_judged(english: WordGraph) -> None:
    course = play_levels(english, (3, 3), 5)
    steps = [replace(step, rack_known=step.number != 3) for step in course.steps[:6]]
    report = analyse(replace(course, steps=tuple(steps)), english)
    unknown = report.turns[2]
    assert not unknown.rack
    assert not unknown.best
    assert unknown.lost is None
    assert unknown.luck is None
    assert unknown.chosen is not None
    assert unknown.chosen.leave == ""
    assert report.turns[4].luck is None
    assert report.turns[5].luck is not None
    assert report.seats[course.steps[2].seat].judged == 2


def test_acts_are_told_alike_in_any_order(english: WordGraph) -> None:
    course = play_levels(english, (3, 3), 6)
    analyst = Analyst(course, english, replace(AT_LEISURE, rollouts=60))
    assert analyst.look_at(4) == analyst.look_at(4)
    for outside in (0, len(course.steps) + 1):
        with pytest.raises(IndexError):
            analyst.look_at(outside)


def test_records_of_others_are_told(facts_dir: Path, english: WordGraph) -> None:
    for path in sorted((facts_dir / "gcg").glob("*.gcg"))[:3]:
        course = make_course(replay_record(read_record(path.read_bytes())))
        check_report(analyse(course, english, replace(SLIGHT, rollouts=8)), course)


def test_a_stop_comes_with_the_time_used() -> None:
    started = thread_time()
    with stopped_after(0.05) as stop:
        while not stop.is_set:
            sum(range(1000))
    assert 0.04 < thread_time() - started < 0.5
    with stopped_after(60) as stop:
        pass
    assert not stop.is_set


def test_luck_evens_out(english: WordGraph) -> None:
    courses = [play_levels(english, (4, 4), seed) for seed in (11, 12, 13)]
    lucks = []
    for course in courses:
        analyst = Analyst(course, english, replace(SLIGHT, rollouts=0, tried=1, draws=12))
        told = [analyst.look_at(step.number) for step in course.steps]
        lucks += [turn.luck for turn in told if turn.luck]
        assert told[0].luck
        assert len(told[0].luck.tiles) == 7
    assert len(lucks) > 40
    assert abs(fmean(luck.points for luck in lucks)) < 6
    assert {luck.points > 0 for luck in lucks} == {True, False}
