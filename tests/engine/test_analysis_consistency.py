"""An analysis reports only what it knows: the same on every machine, with errors where unproved."""

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.analysis.perspective.report_texts import describe_turn
from games.engine import analysis
from games.engine.analysis import endgames
from games.engine.analysis.analyst import Analyst
from games.engine.analysis.effort import EFFORTS
from games.engine.analysis.report import AnalysisLevel, ReportDictionary
from games.engine.analysis.summary import summarise_game
from games.engine.engine import Engine
from games.engine.rollouts import Rollouts
from games.rules.equipment.tiles import load_tile_set
from games.rules.plays.acts import Pass, Play
from games.rules.positions.options import ChallengeRule
from lexicon.graph.build import build_graph
from lexicon.graph.wordgraph import WordGraph
from tests.engine.game_histories import play_levels, play_script
from tests.engine.positions import lay_board, make_state
from tests.engine.reports import AT_LEISURE, SLIGHT, analyse, play, start

CLOCKS = ("time", "monotonic", "perf_counter", "process_time", "thread_time", "clock_gettime")


@pytest.mark.parametrize("variant", ["scrabble", "qwibble"])
def test_the_same_record_gives_the_same_figures_with_any_clock(
    variant: str, english: WordGraph, qwibble: WordGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second analysis has a clock a thousand times as fast, and takes the turns backwards."""
    graph = qwibble if variant == "qwibble" else english
    history = play_levels(graph, (4, 2), 7, variant)
    effort = replace(EFFORTS[AnalysisLevel.QUICK], rollouts=44, drop_after=2)
    first = analyse(history, graph, effort)
    for name in CLOCKS:
        clock = getattr(time, name)
        monkeypatch.setattr(time, name, lambda *said, clock=clock: 1000 * clock(*said))
    analyst = Analyst(history, graph, effort)
    turns = [analyst.report_on(step.number) for step in reversed(history.steps)]
    again = summarise_game(AnalysisLevel.QUICK, history, turns[::-1])
    assert json.dumps(again.to_json()) == json.dumps(first.to_json())


def test_an_analysis_has_no_time_limit_in_seconds() -> None:
    """If any part of it read a clock, the figures would depend on the machine."""
    folder = Path(analysis.__file__).parent
    for path in (*folder.glob("*.py"), folder.parent / "endgames.py", folder.parent / "trials.py"):
        if path.name != "benchmarks.py":
            said = path.read_text()
            for word in ("import time", "from time", "Budget", "Timer"):
                assert word not in said, f"{path.name}: {word}"


def test_unproved_values_are_marked(english: WordGraph) -> None:
    """With hardly any effort an end game's values are within their errors, and not called exact."""
    history = play_levels(english, (5, 5), 3)
    first = next(step for step in history.steps if not step.before.bag)
    slight = Analyst(history, english, replace(SLIGHT, generations=1)).report_on(first.number)
    proved = Analyst(history, english, AT_LEISURE).report_on(first.number)
    assert proved.lost_error == 0
    assert all(choice.exact for choice in proved.best)
    assert not all(choice.exact for choice in slight.best)
    assert slight.lost == 0 or slight.lost_error > 0
    known = {(choice.position, choice.tiles): choice.equity for choice in proved.best}
    for choice in slight.best:
        if (choice.position, choice.tiles) in known:
            difference = abs(choice.equity - known[choice.position, choice.tiles])
            assert difference <= choice.error


def test_equivalent_plays_are_listed_once(english: WordGraph) -> None:
    """E and a blank used as E may swap places: on plain squares that is the same play."""
    opening = start(("REE?TNS", "RETAINS"), ChallengeRule.VOID)
    (turn,) = analyse(play_script(opening, [(0, play("8D", "ENTREeS"))], english), english).turns
    assert turn.chosen is not None
    spelt = [(one.position, one.tiles.upper(), one.score) for one in turn.best]
    assert len(set(spelt)) == len(spelt)
    made = [one for one in turn.best if (one.position, one.tiles) == ("8D", "ENTREeS")]
    assert len(made) == 1, "the spelling of the play made is the one listed"


@pytest.fixture
def see_and_sat(tmp_path: Path) -> WordGraph:
    build_graph(["SAT", "SEE"], load_tile_set("en").faces, tmp_path / "words.graph")
    return WordGraph.open(tmp_path / "words.graph")


@pytest.mark.parametrize("tiles", [".Ee", ".eE"])
def test_equivalent_plays_of_an_end_game_are_listed_once(
    see_and_sat: WordGraph, tiles: str
) -> None:
    """With the bag empty, too, where one of them is the best play and the other is made."""
    board = lay_board(["." * 15] * 7 + ["." * 7 + "SAT" + "." * 5] + ["." * 15] * 7)
    opening = make_state(board, ("E?", "Q"), bag=())
    history = play_script(opening, [(0, play("H8", tiles))], see_and_sat)
    (turn,) = analyse(history, see_and_sat).turns
    assert [(one.position, one.tiles) for one in turn.best if one.kind == "play"] == [("H8", tiles)]
    assert turn.place == 1
    assert (turn.lost, turn.lost_error) == (0, 0)


def test_a_best_move_is_proved_only_if_every_act_was_searched(
    see_and_sat: WordGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The acts of the list are searched to the end before all others."""
    board = lay_board(["." * 15] * 7 + ["." * 7 + "SAT" + "." * 5] + ["." * 15] * 7)
    opening = make_state(board, ("E?", "Q"), bag=())
    history = play_script(opening, [(0, play("H8", ".Ee"))], see_and_sat)
    (proved,) = analyse(history, see_and_sat).turns
    assert describe_turn(proved, ("Amber", "Cobalt"), ReportDictionary())[0] == "Best move."
    search = endgames.compare_endgame_acts

    def cut_short(*asked: Any) -> Any:
        compared, acts = search(*asked)
        return replace(compared, whole=False), acts

    monkeypatch.setattr(endgames, "compare_endgame_acts", cut_short)
    (found,) = analyse(history, see_and_sat).turns
    assert describe_turn(found, ("Amber", "Cobalt"), ReportDictionary())[0] == "Best move found."


def test_equivalent_plays_of_a_position_are_listed_once(see_and_sat: WordGraph) -> None:
    board = lay_board(["." * 15] * 7 + ["." * 7 + "SAT" + "." * 5] + ["." * 15] * 7)
    state = make_state(board, ("E?", "Q"))
    found = Engine(see_and_sat).best_plays(state, 10, seat=0)
    plays = [one.act for one in found if isinstance(one.act, Play)]
    assert [one.position.name for one in plays] == ["H8"]
    tried = Rollouts(state, 0, see_and_sat)
    assert sum(isinstance(one.found.act, Play) for one in tried.rank()) == 1


def test_the_best_moment_is_not_the_worst_one(english: WordGraph) -> None:
    opening = start(("RETAINS", "RETAINS"), ChallengeRule.VOID)
    report = analyse(play_script(opening, [(0, play("8H", "AN"))], english), english)
    assert report.seats[0].worst_turn == 1
    assert report.seats[0].best_turn is None


def test_a_full_rack_without_a_bonus_is_not_a_missed_bingo(qwibble: WordGraph) -> None:
    history = play_levels(qwibble, (4, 4), 2, "qwibble")
    report = analyse(history, qwibble, replace(SLIGHT, rollouts=8, draws=1))
    assert not any(turn.bingos for turn in report.turns)
    assert not any(choice.bingo for turn in report.turns for choice in turn.best)
    assert [(seat.bingos_there, seat.bingos_found) for seat in report.seats] == [(0, 0), (0, 0)]


def test_no_missed_challenges_under_the_void_rule(english: WordGraph) -> None:
    """Under the void rule there is nothing to challenge, whatever another dictionary says."""
    opening = start(("QZXTEEL", "RETAINS"), ChallengeRule.FIVE)
    history = play_script(opening, [(0, play("8G", "TEXL")), (1, Pass())], english)
    void = opening.variant.options(challenge="void")
    steps = [replace(one, before=replace(one.before, options=void)) for one in history.steps]
    turn = analyse(replace(history, steps=tuple(steps)), english).turns[0]
    assert turn.phonies == ("TEXL",)
    assert not turn.passed_by


def test_words_of_another_dictionary_are_not_missed_challenges(english: WordGraph) -> None:
    opening = start(("QZXTEEL", "RETAINS"), ChallengeRule.FIVE)
    history = play_script(opening, [(0, play("8G", "TEXL")), (1, Pass())], english)
    analyst = Analyst(history, english, SLIGHT, own=False)
    turns = [analyst.report_on(step.number) for step in history.steps]
    report = summarise_game(
        AnalysisLevel.QUICK, history, turns, ReportDictionary("German (Debian)", 1, own=False)
    )
    assert turns[0].phonies == ("TEXL",)
    assert not turns[0].passed_by
    assert report.seats[1].challenges_missed == 0
