"""Acts of the rules in the form of the kernels, including phonies, which no generator makes."""

import numpy as np

from games.engine.analysis.report import AnalysedAct
from games.engine.engine import Survey
from games.engine.kernel_position import KernelPosition, count_rack, get_tile_kind
from games.engine.kernels import arrays
from games.engine.kernels.leaves import LeaveModel, fill_last_leaves, fill_leaves
from games.engine.kernels.ranking import SAFE_WORTH
from games.rules.equipment.squares import Direction
from games.rules.plays.acts import Act, Exchange, Play, PlayedLetter
from lexicon.graph.jit import Array

PLACE = (
    arrays.LINE_MASK << arrays.LINE_SHIFT
    | arrays.START_MASK << arrays.START_SHIFT
    | arrays.KIND_MASK << arrays.KIND_SHIFT
)
"""The bits of a packed play that say where it lies."""


def pack_act(position: KernelPosition, act: Act) -> tuple[int, int]:
    """Return an act in packed form without a score; anything but a play or an exchange becomes a
    pass."""
    if isinstance(act, Exchange):
        used = count_rack(act.tiles, position.alphabet)
        return 0, arrays.EXCHANGE << arrays.KIND_SHIFT | _leave_index(position, used)
    if not isinstance(act, Play):
        return 0, arrays.PASS << arrays.KIND_SHIFT
    square, across = act.position.square, act.position.direction is Direction.ACROSS
    line, start = (square.row, square.col) if across else (square.col, square.row)
    letters = [letter for letter in act.letters if isinstance(letter, PlayedLetter)]
    packed = 0
    for place, letter in enumerate(letters):
        code = position.alphabet.index(letter.face) + 1
        code |= arrays.BLANK_FLAG if letter.blank else 0
        packed |= code << arrays.BYTE * place
    used = np.zeros(arrays.KINDS, np.int8)
    for tile in act.tiles():
        used[get_tile_kind(tile, position.alphabet)] += 1
    meta = (line + 1) << arrays.LINE_SHIFT | (start + 1) << arrays.START_SHIFT
    meta |= (arrays.ACROSS if across else arrays.DOWN) << arrays.KIND_SHIFT
    meta |= len(act.letters) << arrays.LENGTH_SHIFT | len(letters) << arrays.COUNT_SHIFT
    return packed, meta | _leave_index(position, used)


def _leave_index(position: KernelPosition, used: Array) -> int:
    index, factor = 0, 1
    for kind in np.flatnonzero(position.rack):
        index += int(used[kind]) * factor
        factor *= int(position.rack[kind]) + 1
    return index << arrays.LEAVE_SHIFT


def find_act(survey: Survey, act: Act) -> int | None:
    """Return the index of an act in a survey, or ``None`` if the word list does not allow it."""
    packed, meta = pack_act(survey.position, act)
    acts = survey.ranked.acts
    if isinstance(act, Exchange):
        place = PLACE | arrays.LEAVE_MASK << arrays.LEAVE_SHIFT
    else:
        place = PLACE
    same = (acts[:, 0] == packed) & ((acts[:, 1] & place) == (meta & place))
    if not same.any() and isinstance(act, Play) and len(act.tiles()) == 1:
        same = _match_single_tile(survey, act, packed)
    found = np.flatnonzero(same)
    return int(found[0]) if len(found) else None


def _match_single_tile(survey: Survey, act: Play, packed: int) -> Array:
    """Match a single tile, which may be written as a word across or down."""
    metas = survey.ranked.acts[:, 1]
    alike = (survey.ranked.acts[:, 0] == packed) & (arrays.unpack_count(metas) == 1)
    for index in np.flatnonzero(alike):
        other = survey[int(index)].act
        alike[index] = isinstance(other, Play) and other.placed() == act.placed()
    return alike


def rate_packed_play(
    position: KernelPosition, model: LeaveModel, meta: int, play: AnalysedAct
) -> float:
    """Return the static equity of a play that no generator makes, computed as for generated
    ones."""
    leaves = np.zeros(arrays.MAX_LEAVES, np.float32)
    if position.in_bag:
        scale = min(1.0, position.in_bag / int(position.setting.rack_size))
        fill_leaves(model, position.rack, scale, leaves)
    else:
        values = position.setting.values
        fill_last_leaves(position.setting, position.rack, int(position.unseen @ values), leaves)
    worth = play.score + float(leaves[int(arrays.unpack_leave(meta))])
    if play.theft is not None:
        worth += play.theft.stolen + SAFE_WORTH * play.theft.safe
    return worth
