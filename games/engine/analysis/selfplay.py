"""Self-play games for measurements: both seats take the act of highest static equity."""

from collections.abc import Iterator

from games.engine.engine import Engine, Survey
from games.engine.levels import is_exchange_pointless
from games.rules.flow.game import apply, start_game
from games.rules.plays.acts import Act, Exchange, Pass
from games.rules.positions.variants import get_variant
from lexicon.graph.wordgraph import WordGraph

# A limit for safety; games end long before.
MAX_MOVES = 400


def play_game(graph: WordGraph, secret: bytes, variant: str) -> Iterator[tuple[Survey, Act]]:
    """Yield the survey of each turn of one game and the act made.

    The same secret (32 bytes) gives the same game.
    """
    options = get_variant(variant).options(challenge="void")
    state = start_game(variant, options, 2, secret).state
    for _ in range(MAX_MOVES):
        seat = state.to_move
        if seat is None:
            break
        survey = Engine(graph).survey(state, seat)
        act: Act = survey[0].act
        if isinstance(act, Exchange) and is_exchange_pointless(state):
            act = Pass()
        yield survey, act
        state = apply(state, seat, act, lexicon=graph, seed=secret).state
