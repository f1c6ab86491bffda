"""Plausible mistakes: plays with a good main word that form an invalid word across it."""

from random import Random

import numpy as np

from games.engine.engine import Survey, rank_acts
from games.engine.kernel_position import make_kernel_position
from games.engine.kernel_warmup import are_kernels_compiled
from games.engine.kernels.arrays import EVERY_LETTER
from games.engine.kernels.cross_checks import check_board
from games.engine.leaves import load_leave_model
from games.rules.flow.game import GameState, preview_score
from games.rules.plays.acts import Play
from lexicon.graph.wordgraph import WordGraph

# How many of the best-ranked plays are considered.
LIKELY = 60


def find_phony(
    state: GameState, seat: int, words: WordGraph, graph: WordGraph, rng: Random
) -> Play | None:
    """Return a play made from ``words`` of which ``graph`` refuses exactly one cross word, or
    ``None``."""
    if not are_kernels_compiled(words.alphabet):
        return None
    position = make_kernel_position(state, seat, words)
    check_board(position.graph, position.setting, position.field)
    crossed = np.flatnonzero(position.field.sums >= 0)
    # Admit every letter on crossed squares, so that the generator ignores the cross words.
    position.field.cross[crossed] = EVERY_LETTER
    ranked = rank_acts(
        position, load_leave_model(state.tile_set_code, words.alphabet), checked=True
    )
    survey = Survey(position, ranked)
    order = list(range(min(LIKELY, len(survey))))
    rng.shuffle(order)
    for index in order:
        act = survey[index].act
        if isinstance(act, Play):
            formed = preview_score(state, seat, act, None).words
            if sum(word.faces not in graph for word in formed) == 1 and formed[0].faces in graph:
                return act
    return None
