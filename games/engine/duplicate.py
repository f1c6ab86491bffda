"""The best play of a turn in a duplicate game, and what computer players find."""

from random import Random

from games.engine.engine import Engine
from games.engine.kernel_position import count_rack
from games.engine.leaves import load_leave_model, value_leave_exactly
from games.engine.levels import get_level
from games.rules.duplicate.best_play import BestDuplicatePlay, choose_best_play
from games.rules.duplicate.game import MAX_TILES, TABLE, DuplicateState
from games.rules.equipment.rack import Rack
from games.rules.plays.acts import Play
from games.rules.positions.play_judgement import judge_play
from lexicon.graph.wordgraph import WordGraph

AMBITIONS: dict[int, tuple[float, float]] = {
    1: (0.70, 0.955),
    2: (0.91, 0.99),
    3: (0.96, 0.998),
    4: (0.985, 1.0),
}
"""Between which two quantiles of the plays by score each level picks at random."""
MAX_TRIED = 200
"""How many plays a computer player considers before it gives up."""


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
    state: DuplicateState, level: int, graph: WordGraph, common_graph: WordGraph, rng: Random
) -> Play | None:
    """Return what a computer player of this level finds; ``None`` if it finds nothing.

    The strongest level always finds the best play. ``common_graph`` has the words that the easy
    levels know.
    """
    if level not in AMBITIONS:
        best = find_best_duplicate_play(state, graph)
        return None if best is None else best.play
    player = get_level(level)
    survey = Engine(common_graph if player.common else graph).survey(state.as_game_state(), TABLE)
    plays = [int(index) for index in survey.list_plays_by_score()]
    for _ in range(MAX_TRIED):
        if not plays:
            return None
        place = min(int(rng.uniform(*AMBITIONS[level]) * len(plays)), len(plays) - 1)
        play = survey[plays.pop(place)].act
        if isinstance(play, Play) and _knows(state, play, player.longest, graph):
            return play
    return None


def _knows(state: DuplicateState, play: Play, longest: int, graph: WordGraph) -> bool:
    if len(play.tiles()) > MAX_TILES:
        return False
    score = judge_play(state.as_game_state(), TABLE, play).score
    return all(len(word.faces) <= longest and word.faces in graph for word in score.words)
