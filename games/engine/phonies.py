"""Plausible mistakes: a good main word, laid so that a word across it is none."""

from random import Random

import numpy as np

from games.engine.engine import Survey, rank_acts
from games.engine.kernels.arrays import EVERY_LETTER
from games.engine.kernels.crosses import check_board
from games.engine.leaves import load_model
from games.engine.position import see_position
from games.engine.warm import is_warm
from games.rules.game import GameState, preview
from games.rules.moves import Play
from lexicon.graph.wordgraph import WordGraph

LIKELY = 60


def find_phony(
    state: GameState, seat: int, words: WordGraph, graph: WordGraph, rng: Random
) -> Play | None:
    """A play that ``graph`` refuses for one of its cross words, made from ``words``."""
    if not is_warm(words.alphabet):
        return None
    position = see_position(state, seat, words)
    check_board(position.graph, position.setting, position.field)
    crossed = np.flatnonzero(position.field.sums >= 0)
    position.field.cross[crossed] = EVERY_LETTER
    ranked = rank_acts(position, load_model(state.tile_set_code, words.alphabet), checked=True)
    survey = Survey(position, ranked)
    order = list(range(min(LIKELY, len(survey))))
    rng.shuffle(order)
    for index in order:
        act = survey[index].act
        if isinstance(act, Play):
            formed = preview(state, seat, act, None).words
            if sum(word.faces not in graph for word in formed) == 1 and formed[0].faces in graph:
                return act
    return None
