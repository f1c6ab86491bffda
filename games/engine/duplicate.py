"""The best play of a turn in a duplicate game, and what computer players find."""

from random import Random

import numpy as np

from games.engine.engine import Engine
from games.engine.kernel_position import count_rack
from games.engine.kernels import arrays
from games.engine.leaves import load_leave_model, value_leave_exactly
from games.engine.levels import find_seen_play, get_level
from games.rules.duplicate.best_play import BestDuplicatePlay, choose_best_play
from games.rules.duplicate.game import MAX_TILES, TABLE, DuplicateState
from games.rules.equipment.rack import Rack
from games.rules.plays.acts import Play
from lexicon.graph.wordgraph import WordGraph
from lexicon.lists.frequencies import WordFrequencies


def find_best_duplicate_play(state: DuplicateState, graph: WordGraph) -> BestDuplicatePlay | None:
    """Return the best play, or ``None`` if no play is possible.

    Every machine finds the same one, also one on which the kernels are not compiled yet.
    """
    survey = Engine(graph).survey(state.as_game_state(), TABLE)
    highest: list[Play] = []
    score = 0
    for index in survey.list_plays_by_score()[::-1]:
        found = survey[int(index)]
        if not isinstance(found.act, Play) or len(found.act.tiles()) > MAX_TILES:
            continue
        if highest and found.score < score:
            break
        score = found.score
        highest.append(found.act)
    model = load_leave_model(state.tile_set_code, graph.alphabet)

    def value_leave(leave: Rack) -> float:
        return value_leave_exactly(model, count_rack(leave, graph.alphabet))

    return choose_best_play(state, highest, value_leave)


def choose_duplicate_play(
    state: DuplicateState, level: int, graph: WordGraph, frequencies: WordFrequencies, rng: Random
) -> Play | None:
    """Return what a computer player of this level finds; ``None`` if it finds nothing.

    The strongest level always finds the best play. ``frequencies`` says how common the words of
    ``graph`` are.
    """
    player = get_level(level)
    if player.skill is None:
        best = find_best_duplicate_play(state, graph)
        return None if best is None else best.play
    survey = Engine(graph).survey(state.as_game_state(), TABLE)
    allowed = arrays.unpack_count(survey.ranked.acts[:, 1]) <= MAX_TILES
    order = [index for index in np.argsort(-survey.ranked.scores, kind="stable") if allowed[index]]
    found = find_seen_play(survey, player, order, frequencies, rng)
    act = None if found is None else survey[found].act
    return act if isinstance(act, Play) and len(act.tiles()) <= MAX_TILES else None
