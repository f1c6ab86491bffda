"""Games of computer players in memory, for puzzles where nobody has played yet."""

from hashlib import sha256

from games.engine.engine import Engine
from games.engine.levels import is_patience_over
from games.rules.course import Course, Step
from games.rules.game import Phase, apply, start_game
from games.rules.moves import Exchange, Pass
from games.rules.variants import get_variant
from lexicon.graph.wordgraph import WordGraph

MOST_ACTS = 200


def play_course(graph: WordGraph, variant: str, tile_set: str, seats: int, number: int) -> Course:
    """One game of players that take the act of most static equity; ``number`` is its seed."""
    engine, seed = Engine(graph), sha256(f"puzzles {number}".encode()).digest()
    options = get_variant(variant).options(challenge="void")
    state = opening = start_game(variant, options, seats, seed, tile_set=tile_set).state
    steps: list[Step] = []
    while state.phase is not Phase.OVER and len(steps) < MOST_ACTS:
        seat = state.to_move
        assert seat is not None, "nothing awaits a challenge"
        act = engine.best_plays(state, 1)[0].act
        if isinstance(act, Exchange) and is_patience_over(state):
            act = Pass()
        after = apply(state, seat, act, lexicon=graph, seed=seed)
        steps.append(Step(len(steps) + 1, seat, act, state, after.events, after.state))
        state = after.state
    return Course(opening, tuple(steps))
