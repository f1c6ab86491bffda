"""Luck of the draws: what a rack could do, beside what racks drawn by chance could have done."""

from collections import Counter
from random import Random

import numpy as np

from games.engine.analysis.report import Luck
from games.engine.engine import Survey
from games.engine.kernels import arrays
from games.engine.kernels.leaves import Model
from games.engine.kernels.static import choose_static
from games.engine.position import Position, count_rack
from games.rules.game import unseen
from games.rules.tiles import Tile, tile_key


def weigh_draw(survey: Survey, model: Model, kept: Counter[Tile], draws: int) -> Luck | None:
    """The luck of whoever drew up to this rack from the tiles ``kept``; ``None`` where the rack
    does not hold these, or nothing was drawn.

    Worth is the best static equity on the board as it lies. Chance is ``draws`` racks by lot from
    what was drawn and all that is unseen.
    """
    position = survey.position
    state, rack = position.state, Counter(position.state.seats[position.seat].rack)
    drawn = rack - kept
    if kept - rack or not drawn:
        return None
    pool = sorted((drawn + unseen(state, position.seat)).elements(), key=tile_key)
    rng = Random(state.turn_number)
    size = drawn.total()
    chosen = (rng.sample(pool, size) for _ in range(draws))
    worths = [_weigh_rack(position, model, kept + Counter(tiles)) for tiles in chosen]
    written = state.tile_set.write(tuple(sorted(drawn.elements(), key=tile_key)))
    worth = _weigh_rack(position, model, rack)
    return Luck(written, round(worth, 2), round(sum(worths) / len(worths), 2))


def _weigh_rack(position: Position, model: Model, rack: Counter[Tile]) -> float:
    """The best that this rack could do, in place of the one there is."""
    counts = count_rack(tuple(rack.elements()), position.alphabet)
    values = position.setting.values
    hidden = position.unseen + position.rack - counts
    leaves = np.zeros(arrays.MAX_LEAVES, np.float32)
    return float(
        choose_static(
            position.graph,
            position.setting,
            position.field,
            model,
            counts,
            position.seat,
            position.in_bag,
            int(hidden @ values),
            leaves,
            np.zeros((1, 2), np.int64),
        )
    )
