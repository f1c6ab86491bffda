"""Generating a daily game: every rack and every best play, from the secret alone."""

from games.daily.services.daily_games import VARIANT, make_daily_seed
from games.daily.terms.daily_turns import DAILY_OPTIONS, DailyTurn
from games.engine.duplicate import find_best_duplicate_play
from games.rules.duplicate.game import make_best_play, start_duplicate
from lexicon.graph.wordgraph import WordGraph


def generate_turns(
    secret: bytes, tile_set: str, layout: str, words: WordGraph
) -> tuple[DailyTurn, ...]:
    """Play a whole game and return its turns: always the same ones for the same secret.

    Takes some tens of milliseconds a turn.
    """
    seed, turns = make_daily_seed(secret), list[DailyTurn]()
    state = start_duplicate(VARIANT, DAILY_OPTIONS, seed, tile_set=tile_set, layout=layout)
    while state.end is None:
        best = find_best_duplicate_play(state, words)
        if best is None:
            break  # the game ends because no play is possible
        rack = state.tile_set.write(state.rack)
        turns.append(DailyTurn(rack, *best.play.write(state.tile_set), best.score))
        state = make_best_play(state, best.play, seed)
    return tuple(turns)
