"""Games between computer players in memory, as puzzle sources when no games have been
played yet.
"""

from hashlib import sha256

from games.engine.engine import Engine
from games.engine.levels import is_exchange_pointless
from games.rules.flow.game import Phase, apply, start_game
from games.rules.flow.game_history import GameHistory, HistoryStep
from games.rules.plays.acts import Exchange, Pass
from games.rules.positions.variants import get_variant
from lexicon.graph.wordgraph import WordGraph

# A limit for safety: two engines might exchange for ever.
MAX_ACTS = 200


def play_self_game(
    graph: WordGraph, variant: str, tile_set: str, seats: int, number: int
) -> GameHistory:
    """Play one game in which every player takes the play with the best static equity.

    ``number`` seeds the bag.
    """
    engine, seed = Engine(graph), sha256(f"puzzles {number}".encode()).digest()
    options = get_variant(variant).options(challenge="void")
    state = opening = start_game(variant, options, seats, seed, tile_set=tile_set).state
    steps: list[HistoryStep] = []
    while state.phase is not Phase.OVER and len(steps) < MAX_ACTS:
        seat = state.to_move
        assert seat is not None, "nothing awaits a challenge"
        act = engine.best_plays(state, 1)[0].act
        # Two engines that keep exchanging would never end the game.
        if isinstance(act, Exchange) and is_exchange_pointless(state):
            act = Pass()
        after = apply(state, seat, act, lexicon=graph, seed=seed)
        steps.append(HistoryStep(len(steps) + 1, seat, act, state, after.events, after.state))
        state = after.state
    return GameHistory(opening, tuple(steps))
