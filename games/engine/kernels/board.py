"""Place plays on the board and keep track of who owns the tiles.

If tiles have owners, the points of a tile for a word depend on who plays it:
``value_tiles_for_seat`` sets the board's points to those of one seat before plays are generated for
that seat.
"""

import numpy as np

from games.engine.kernels.arrays import (
    ACROSS,
    BLANK_FLAG,
    BYTE,
    CODE_MASK,
    OWNER_MASK,
    SAFE_FLAG,
    BoardArrays,
    GameArrays,
    GraphArrays,
    unpack_count,
    unpack_kind,
    unpack_line,
    unpack_start,
)
from games.engine.kernels.cross_checks import check_line_ends, sum_around
from lexicon.graph.jit import Array, Int, bare_kernel, inlined_kernel, kernel, lowest_bit


@inlined_kernel
def get_square_index(width: Int, direction: Int, line: Int, at: Int) -> Int:
    return (direction * width + line) * width + at


@inlined_kernel
def get_tile_points(values: Array, tile: Int) -> Int:
    """Return a tile's face value; blanks have none."""
    result = np.int64(0)
    if tile & BLANK_FLAG == 0:
        result = values[(tile & CODE_MASK) - 1]
    return result


@bare_kernel
def lay_play(
    graph: GraphArrays, setting: GameArrays, field: BoardArrays, packed: Int, meta: Int, seat: Int
) -> None:
    """Place a play on the board and update the cross checks that it changes."""
    if setting.steals == 1:
        count_play_gains(setting, field, packed, meta, seat, True)
    width = np.int64(setting.side + 2)
    direction, line, at = unpack_kind(meta), unpack_line(meta), unpack_start(meta)
    left = unpack_count(meta)
    first = at
    changed = np.int64(0)
    while left > 0:
        here = get_square_index(width, direction, line, at)
        if field.tiles[here] == 0:
            put_tile(setting, field, direction, line, at, packed & 0x7F)
            packed >>= BYTE
            left -= 1
            changed |= np.int64(1) << at
        at += 1
    check_line_ends(graph, setting, field, direction, line, first)
    while changed != 0:
        check_line_ends(graph, setting, field, 1 - direction, lowest_bit(changed), line)
        changed &= changed - 1


@inlined_kernel
def put_tile(
    setting: GameArrays, field: BoardArrays, direction: Int, line: Int, at: Int, tile: Int
) -> None:
    """Place one tile in both views of the board; the square admits no letter any more."""
    width = np.int64(setting.side + 2)
    worth = get_tile_points(setting.values, tile)
    for view in range(2):
        here = get_square_index(width, direction, line, at)
        if view == 1:
            here = get_square_index(width, 1 - direction, at, line)
        field.tiles[here] = tile
        field.worth[here] = worth
        field.cross[here] = 0
        field.sums[here] = -1


@bare_kernel
def value_tiles_for_seat(setting: GameArrays, field: BoardArrays, seat: Int, theft: Int) -> None:
    """Set the points of the tiles on the board to what ``seat`` gains by them.

    That is ``theft`` times the value of a tile that it can steal, and nothing for the others.
    """
    if setting.steals == 0:
        return
    side = np.int64(setting.side)
    width = side + 2
    for line in range(1, side + 1):
        for at in range(1, side + 1):
            here = get_square_index(width, ACROSS, line, at)
            if field.tiles[here] == 0:
                continue
            worth = np.int64(0)
            owner = np.int64(field.owners[here])
            if owner & SAFE_FLAG == 0 and owner & OWNER_MASK != seat + 1:
                worth = theft * get_tile_points(setting.values, np.int64(field.tiles[here]))
            field.worth[here] = worth
            field.worth[get_square_index(width, 1 - ACROSS, at, line)] = worth
    for direction in range(2):
        for line in range(1, side + 1):
            for at in range(1, side + 1):
                here = get_square_index(width, direction, line, at)
                if field.sums[here] >= 0:
                    crossing = get_square_index(width, 1 - direction, at, line)
                    field.sums[here] = sum_around(field.tiles, field.worth, crossing)


@bare_kernel
def count_play_gains(
    setting: GameArrays, field: BoardArrays, packed: Int, meta: Int, seat: Int, take: bool
) -> tuple[Int, Int, Int]:
    """Return the points placed, stolen and newly made safe by a play that is not on the board yet.

    With ``take`` the owners change as well. A word is safe if one of its new tiles covers a padlock
    or if the whole rack was placed.
    """
    width = np.int64(setting.side + 2)
    direction, line, at = unpack_kind(meta), unpack_line(meta), unpack_start(meta)
    tiles_left = unpack_count(meta)
    whole_rack = tiles_left >= setting.rack_size
    main_safe = whole_rack or covers_lock(setting, field, meta)
    placed = np.int64(0)
    stolen = np.int64(0)
    saved = np.int64(0)
    while tiles_left > 0 or field.tiles[get_square_index(width, direction, line, at)] != 0:
        here = get_square_index(width, direction, line, at)
        if field.tiles[here] != 0:
            gain, safe = count_tile_gain(setting, field, direction, line, at, seat, main_safe, take)
            stolen += gain
            saved += safe
        else:
            points = get_tile_points(setting.values, packed & 0x7F)
            packed >>= BYTE
            tiles_left -= 1
            placed += points
            cross_safe = whole_rack or setting.locks[here] == 1
            crossing = get_square_index(width, 1 - direction, at, line)
            crosses = field.tiles[crossing - 1] != 0 or field.tiles[crossing + 1] != 0
            safe_now = main_safe or (crosses and cross_safe)
            if safe_now:
                saved += points
            if take:
                owner = seat + 1 + (SAFE_FLAG if safe_now else 0)
                field.owners[get_row_index(width, direction, line, at)] = owner
            for step in (-1, 1):
                place = line + step
                while field.tiles[get_square_index(width, 1 - direction, at, place)] != 0:
                    gain, safe = count_tile_gain(
                        setting, field, 1 - direction, at, place, seat, cross_safe, take
                    )
                    stolen += gain
                    saved += safe
                    place += step
        at += 1
    return placed, stolen, saved


@inlined_kernel
def get_row_index(width: Int, direction: Int, line: Int, at: Int) -> Int:
    """Return the square's index in the across view, the only one in which owners are kept."""
    result = line * width + at
    if direction != ACROSS:
        result = at * width + line
    return result


@bare_kernel
def covers_lock(setting: GameArrays, field: BoardArrays, meta: Int) -> bool:
    """Return whether a play places a tile on a padlock."""
    width = np.int64(setting.side + 2)
    direction, line, at = unpack_kind(meta), unpack_line(meta), unpack_start(meta)
    tiles_left = unpack_count(meta)
    while tiles_left > 0:
        here = get_square_index(width, direction, line, at)
        if field.tiles[here] == 0:
            if setting.locks[here] == 1:
                return True
            tiles_left -= 1
        at += 1
    return False


@bare_kernel
def count_tile_gain(
    setting: GameArrays,
    field: BoardArrays,
    direction: Int,
    line: Int,
    at: Int,
    seat: Int,
    safe: bool,
    take: bool,
) -> tuple[Int, Int]:
    """Return the points stolen and the points made safe by using one tile of a word."""
    width = np.int64(setting.side + 2)
    here = get_row_index(width, direction, line, at)
    owner = np.int64(field.owners[here])
    if owner & SAFE_FLAG != 0:
        return np.int64(0), np.int64(0)
    points = get_tile_points(setting.values, np.int64(field.tiles[here]))
    stolen = points if owner & OWNER_MASK != seat + 1 else np.int64(0)
    if take:
        field.owners[here] = seat + 1 + (SAFE_FLAG if safe else 0)
    return stolen, points if safe else np.int64(0)


@kernel
def copy_field(source: BoardArrays, target: BoardArrays) -> None:
    target.tiles[:] = source.tiles
    target.cross[:] = source.cross
    target.sums[:] = source.sums
    target.worth[:] = source.worth
    target.owners[:] = source.owners


@kernel
def get_board_layer(stack: BoardArrays, ply: Int) -> BoardArrays:
    """Return one board of a stack of boards."""
    return BoardArrays(
        stack.tiles[ply], stack.cross[ply], stack.sums[ply], stack.worth[ply], stack.owners[ply]
    )
