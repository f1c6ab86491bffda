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
from lexicon.lists.frequencies import WordFrequencies

# How many of the best-ranked plays are considered.
LIKELY = 60

FAMILIAR_ZIPF = 3.0
"""How common a word must be to be an everyday one."""


def find_phony(
    state: GameState, seat: int, graph: WordGraph, frequencies: WordFrequencies, rng: Random
) -> Play | None:
    """Return a play with an everyday main word of which ``graph`` refuses exactly one cross word,
    or ``None``."""
    if not are_kernels_compiled(graph.alphabet):
        return None
    position = make_kernel_position(state, seat, graph)
    check_board(position.graph, position.setting, position.field)
    crossed = np.flatnonzero(position.field.sums >= 0)
    # Admit every letter on crossed squares, so that the generator ignores the cross words.
    position.field.cross[crossed] = EVERY_LETTER
    ranked = rank_acts(
        position, load_leave_model(state.tile_set_code, graph.alphabet), checked=True
    )
    survey = Survey(position, ranked)
    order = list(range(min(LIKELY, len(survey))))
    rng.shuffle(order)
    for index in order:
        act = survey[index].act
        if isinstance(act, Play):
            formed = preview_score(state, seat, act, None).words
            invalid = [word for word in formed if word.faces not in graph]
            if len(invalid) != 1 or formed[0] in invalid:
                continue
            if frequencies.get(formed[0].faces) >= FAMILIAR_ZIPF:
                return act
    return None
