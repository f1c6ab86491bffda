"""Analyses of whole games: what is reported about each act, and the totals."""

from dataclasses import replace
from math import hypot
from pathlib import Path

import pytest

from games.engine.analysis.analyst import Analyst
from games.engine.analysis.effort import EFFORTS
from games.engine.analysis.report import (
    AnalysedAct,
    AnalysisLevel,
    GameReport,
    TurnReport,
    read_report,
)
from games.engine.budget import Budget
from games.engine.engine import Engine
from games.rules.equipment.tiles import load_tile_set
from games.rules.flow.game_history import GameHistory
from games.rules.gcg import build_history, read_record, replay_record
from games.rules.plays.acts import Act, Challenge, Exchange, Pass, Play
from games.rules.positions.options import ChallengeRule
from lexicon.graph.wordgraph import WordGraph
from tests.engine.game_histories import play_levels, play_script
from tests.engine.reports import AT_LEISURE, SLIGHT, analyse, play, start


def check_report(report: GameReport, history: GameHistory) -> None:
    """Check what must be true of every report."""
    assert read_report(report.to_json()) == report
    assert [turn.number for turn in report.turns] == [step.number for step in history.steps]
    for chances in (report.opening, *(turn.wins for turn in report.turns)):
        assert len(chances) == len(report.seats)
        assert all(0 <= chance <= 1 for chance in chances)
        assert sum(chances) == pytest.approx(1, abs=0.001)
    for seat in report.seats:
        own = [turn for turn in report.turns if turn.seat == seat.seat]
        judged = [turn.lost_error for turn in own if turn.lost is not None]
        drawn = [turn.luck.error for turn in own if turn.luck is not None]
        assert seat.lost_error == pytest.approx(hypot(*judged), abs=0.01)
        assert seat.luck_error == pytest.approx(hypot(*drawn), abs=0.01)
        assert sum(one.points for one in seat.points) == seat.score
        assert seat.bingos_found <= seat.bingos_there
    for turn in report.turns:
        if turn.best:
            check_turn(turn)
    if (outcome := history.outcome) and outcome.winner is not None:
        assert report.turns[-1].wins[outcome.winner] == 1


def check_turn(turn: TurnReport) -> None:
    assert turn.chosen is not None
    assert turn.lost is not None
    assert 1 <= len(turn.best) <= 10
    assert turn.lost == 0 or turn.lost > turn.lost_error, "within the error plays are equal"
    assert [choice.equity for choice in turn.best] == sorted(
        (choice.equity for choice in turn.best), reverse=True
    )
    for choice in turn.best:
        assert choice.exact == (choice.error == 0)
    assert (turn.place == 1) <= (turn.lost == 0)
    if turn.place is not None and turn.place <= len(turn.best):
        assert is_same_play(turn.best[turn.place - 1], turn.chosen)
    for choice in turn.best:
        assert choice.win is not None
        if choice.bingo:
            assert choice.word in turn.bingos or len(turn.bingos) >= 20


def is_same_play(one: AnalysedAct, other: AnalysedAct) -> bool:
    """Compare without the direction: a single tile can be written as a word across or down."""
    return (one.kind, one.score, one.leave) == (other.kind, other.score, other.leave)


def test_a_game_of_two_is_analysed_within_its_budget(english: WordGraph) -> None:
    history = play_levels(english, (4, 2), 1)
    quick = EFFORTS[AnalysisLevel.QUICK]
    report = analyse(history, english, quick)
    check_report(report, history)
    choices = [choice for turn in report.turns for choice in turn.best]
    assert all(choice.rollouts for choice in choices), "each was tried, or played out"
    begun = [turn for turn in report.turns if turn.best and turn.unseen > 7]
    for turn in begun:
        tried = [choice.rollouts for choice in turn.best]
        assert min(tried) >= quick.drop_after
        assert sum(tried) < quick.rollouts + quick.max_candidates, "the last round may go beyond"
        assert turn.chosen is not None
        assert turn.chosen.rollouts == max(tried), "the act made is never given up"
    assert report.seats[0].mean_loss < report.seats[1].mean_loss


@pytest.mark.parametrize(
    ("variant", "levels"), [("scrabble", (4, 2, 3)), ("super", (3, 4, 2, 3)), ("qwibble", (4, 3))]
)
def test_games_of_every_variant_and_number_of_seats_are_analysed(
    variant: str, levels: tuple[int, ...], english: WordGraph, qwibble: WordGraph
) -> None:
    graph = qwibble if variant == "qwibble" else english
    history = play_levels(graph, levels, 2, variant)
    report = analyse(history, graph, replace(SLIGHT, rollouts=8, draws=1))
    check_report(report, history)
    assert all(seat.judged for seat in report.seats)
    if variant == "qwibble":
        thefts = [turn for turn in report.turns if turn.chosen and turn.chosen.theft]
        assert sum(t.chosen.theft.stolen for t in thefts if t.chosen and t.chosen.theft) > 0
        for turn in thefts:
            assert turn.chosen
            assert turn.chosen.theft
            assert turn.chosen.theft.stolen <= turn.stealable
        assert thefts[-1].left_open > 0


def test_the_best_plays_are_those_of_the_engine(english: WordGraph) -> None:
    """With the act made among the candidates, analyst and engine give them the same values."""
    history = play_levels(english, (5, 5), 3)
    analyst = Analyst(history, english, AT_LEISURE)
    agreed = 0
    for step in history.steps[:12:3]:
        engine = Engine(english)
        first = [found.act for found in engine.survey(step.before, step.seat).first(15)]
        assert step.act in first
        budget = Budget(seconds=600, rollouts=AT_LEISURE.rollouts)
        best = engine.best_plays(step.before, 3, budget)
        report = analyst.report_on(step.number)
        assert [round(found.equity, 2) for found in best] == [c.equity for c in report.best[:3]]
        assert [found.score for found in best] == [c.score for c in report.best[:3]]
        agreed += 1
    assert agreed == 4


def test_end_games_are_exact(english: WordGraph) -> None:
    history = play_levels(english, (5, 5), 3)
    step = next(one for one in reversed(history.steps[:-1]) if isinstance(one.act, Play))
    assert not step.before.bag
    report = Analyst(history, english, AT_LEISURE).report_on(step.number)
    best = Engine(english).best_plays(step.before, 1, Budget(seconds=600))[0]
    assert best.exact
    assert report.best[0].exact
    assert report.best[0].equity == best.equity
    assert report.chosen is not None
    assert report.chosen.exact
    assert report.chosen.win in (0, 0.5, 1)


def test_phonies_and_challenges_are_reported(english: WordGraph) -> None:
    """A phony that stays, one that is challenged off, a wrong challenge, and a missed bingo."""
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


def test_exchanges_and_passes_are_among_the_candidates(english: WordGraph) -> None:
    opening = start(("VVUUIIW", "RETAINS"), ChallengeRule.VOID)
    tiles = load_tile_set("en").read("VVUUW")
    history = play_script(opening, [(0, Exchange(tiles)), (1, Pass())], english)
    exchanged, passed = analyse(history, english).turns
    assert exchanged.chosen is not None
    assert (exchanged.chosen.tiles, exchanged.chosen.leave) == ("UUVVW", "II")
    assert exchanged.place is not None
    assert passed.chosen is not None
    assert passed.missed_bingo is not None
    assert passed.lost is not None
    assert passed.lost > 30


def test_unrecorded_racks_are_not_judged(english: WordGraph) -> None:
    history = play_levels(english, (3, 3), 5)
    steps = [replace(step, rack_known=step.number != 3) for step in history.steps[:6]]
    report = analyse(replace(history, steps=tuple(steps)), english)
    unknown = report.turns[2]
    assert not unknown.rack
    assert not unknown.best
    assert unknown.lost is None
    assert unknown.luck is None
    assert unknown.chosen is not None
    assert unknown.chosen.leave == ""
    assert report.turns[4].luck is None
    assert report.turns[5].luck is not None
    assert report.seats[history.steps[2].seat].judged == 2


def test_turns_can_be_analysed_in_any_order(english: WordGraph) -> None:
    history = play_levels(english, (3, 3), 6)
    analyst = Analyst(history, english, replace(AT_LEISURE, rollouts=60))
    assert analyst.report_on(4) == analyst.report_on(4)
    for outside in (0, len(history.steps) + 1):
        with pytest.raises(IndexError):
            analyst.report_on(outside)


def test_published_records_are_analysed(facts_dir: Path, english: WordGraph) -> None:
    for path in sorted((facts_dir / "gcg").glob("*.gcg"))[:3]:
        history = build_history(replay_record(read_record(path.read_bytes())))
        check_report(analyse(history, english, replace(SLIGHT, rollouts=8)), history)
