"""Luck of the draw: what a rack could do, compared with randomly drawn racks."""

from collections import Counter
from math import sqrt
from random import Random
from statistics import fmean, stdev

import numpy as np

from games.engine.analysis.report import DrawLuck
from games.engine.engine import Survey
from games.engine.kernel_position import KernelPosition, count_rack
from games.engine.kernels import arrays
from games.engine.kernels.leaves import LeaveModel
from games.engine.kernels.static_player import choose_static
from games.engine.trials import CONFIDENCE_DEVIATIONS
from games.rules.equipment.tiles import Tile, tile_sort_key
from games.rules.flow.game import count_unseen_tiles


def measure_draw_luck(
    survey: Survey, model: LeaveModel, kept: Counter[Tile], draws: int
) -> DrawLuck | None:
    """Return the luck of the player who kept ``kept`` and drew the rest of this rack.

    The value of a rack is its best static equity on the current board. The expected value is the
    mean of ``draws`` racks drawn at random from the tiles drawn and all unseen tiles. Returns
    ``None`` if the rack does not contain ``kept`` or if nothing was drawn.
    """
    position = survey.position
    state, rack = position.state, Counter(position.state.seats[position.seat].rack)
    drawn = rack - kept
    if kept - rack or not drawn:
        return None
    pool = sorted((drawn + count_unseen_tiles(state, position.seat)).elements(), key=tile_sort_key)
    rng = Random(state.turn_number)
    size = drawn.total()
    chosen = (rng.sample(pool, size) for _ in range(draws))
    worths = [_rate_rack(position, model, kept + Counter(tiles)) for tiles in chosen]
    written = state.tile_set.write(tuple(sorted(drawn.elements(), key=tile_sort_key)))
    worth, expected = _rate_rack(position, model, rack), fmean(worths)
    spread = stdev(worths, expected) if draws > 1 else 0.0
    error = CONFIDENCE_DEVIATIONS * spread / sqrt(draws)
    return DrawLuck(written, round(worth, 2), round(expected, 2), round(error, 2))


def _rate_rack(position: KernelPosition, model: LeaveModel, rack: Counter[Tile]) -> float:
    """Return the best equity that this rack could reach in place of the actual one."""
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
