"""Analyses of whole games with little effort, and positions set up by hand."""

from dataclasses import replace

from games.engine.analysis.analyst import Analyst
from games.engine.analysis.effort import AnalysisEffort
from games.engine.analysis.report import AnalysisLevel, GameReport
from games.engine.analysis.summary import summarise_game
from games.rules.equipment.tiles import load_tile_set
from games.rules.flow.game import GameState
from games.rules.flow.game_history import GameHistory
from games.rules.plays.acts import Play
from games.rules.positions.options import ChallengeRule
from lexicon.graph.wordgraph import WordGraph
from tests.engine.positions import lay_board, make_state

SLIGHT = AnalysisEffort(max_candidates=4, rollouts=32, draws=4, generations=500)
AT_LEISURE = AnalysisEffort(max_candidates=15, rollouts=300, draws=1, generations=10**9)


def analyse(history: GameHistory, graph: WordGraph, effort: AnalysisEffort = SLIGHT) -> GameReport:
    analyst = Analyst(history, graph, effort)
    turns = [analyst.report_on(step.number) for step in history.steps]
    return summarise_game(AnalysisLevel.QUICK, history, turns)


def start(racks: tuple[str, ...], challenge: ChallengeRule) -> GameState:
    """Return a newly dealt game in which the seats hold these tiles."""
    state = make_state(lay_board(["." * 15] * 15), racks)
    return replace(state, options=replace(state.options, challenge=challenge))


def play(position: str, tiles: str) -> Play:
    return Play.read(position, tiles, load_tile_set("en"))
