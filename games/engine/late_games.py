"""The last turns of games: positions with few tiles left, and matches that begin in them."""

from collections.abc import Iterator
from hashlib import sha256

from games.engine.analysis.selfplay import play_game
from games.engine.budget import Budget
from games.engine.engine import Engine, Survey, rank_by_rollouts
from games.engine.leaves import load_leave_model
from games.engine.matches import MatchTally, count_result
from games.engine.pre_endgames import is_pre_endgame
from games.rules.flow.game import GameState, apply
from games.rules.plays.acts import Act
from lexicon.graph.wordgraph import WordGraph

CLOSE = 60
"""A game in which no one leads by more points than this counts as undecided."""
UNUSED_SEED = bytes(32)
"""Nothing is shuffled while the bag holds too few tiles for an exchange."""


def list_late_positions(graph: WordGraph, in_bag: int, *, close: bool = False) -> Iterator[Survey]:
    """Yield, from each game of self-play that has one, a position with ``in_bag`` tiles in the bag.

    With ``close``, only games that are still open.
    """
    game = 0
    while True:
        secret = sha256(f"late {game}".encode()).digest()
        game += 1
        for survey, _act in play_game(graph, secret, "scrabble"):
            state = survey.position.state
            one, other = (seat.score for seat in state.seats)
            if len(state.bag) == in_bag and (not close or abs(one - other) <= CLOSE):
                yield survey
                break


def match_from(start: GameState, graph: WordGraph, seconds: float, tally: MatchTally) -> None:
    """Play a position to its end twice: each side once follows what the bag may hold, while the
    other one makes rollouts.

    Counts the results of the side that follows the bag.
    """
    for seat in (0, 1):
        state = start
        while (mover := state.to_move) is not None:
            act = _choose(state, mover, graph, seconds, follows=mover == seat)
            state = apply(state, mover, act, lexicon=graph, seed=UNUSED_SEED).state
        count_result(tally, state, seat, 1 - seat)


def _choose(state: GameState, seat: int, graph: WordGraph, seconds: float, *, follows: bool) -> Act:
    engine, budget = Engine(graph), Budget(seconds=seconds)
    survey = engine.survey(state, seat)
    if follows or len(survey) == 1 or not is_pre_endgame(survey.position):
        return engine.best_plays(state, 1, budget, seat=seat)[0].act
    with budget.running():
        model = load_leave_model(state.tile_set_code, graph.alphabet)
        return rank_by_rollouts(survey, model, 1, budget)[0].act
