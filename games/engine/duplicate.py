"""The best play of a turn in a duplicate game."""

from games.engine.engine import Engine
from games.engine.kernel_position import count_rack
from games.engine.leaves import load_leave_model, value_leave_exactly
from games.rules.duplicate.best_play import BestDuplicatePlay, choose_best_play
from games.rules.duplicate.game import MAX_TILES, TABLE, DuplicateState
from games.rules.equipment.rack import Rack
from games.rules.plays.acts import Play
from lexicon.graph.wordgraph import WordGraph


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
