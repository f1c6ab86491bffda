"""Laying plays on the board, and whose tiles lie there.

Where tiles have owners, what a tile is worth to a word depends on who plays it: ``face_seat``
makes the field's points those of one seat before plays are generated for it.
"""

import numpy as np

from games.engine.kernels.arrays import (
    ACROSS,
    BLANK_FLAG,
    BYTE,
    CODE_MASK,
    OWNER_MASK,
    SAFE_FLAG,
    Field,
    Graph,
    Setting,
    count_of,
    kind_of,
    line_of,
    start_of,
)
from games.engine.kernels.crosses import check_line_ends, sum_around
from lexicon.graph.jit import Array, Int, bare, inlined, kernel, lowest_bit


@inlined
def square_of(width: Int, direction: Int, line: Int, at: Int) -> Int:
    return (direction * width + line) * width + at


@inlined
def points_of(values: Array, tile: Int) -> Int:
    """A tile's own value; blanks have none."""
    result = np.int64(0)
    if tile & BLANK_FLAG == 0:
        result = values[(tile & CODE_MASK) - 1]
    return result


@bare
def lay_play(
    graph: Graph, setting: Setting, field: Field, packed: Int, meta: Int, seat: Int
) -> None:
    """Put a play on the board and renew the cross checks it changes."""
    if setting.steals == 1:
        settle_words(setting, field, packed, meta, seat, True)
    width = np.int64(setting.side + 2)
    direction, line, at = kind_of(meta), line_of(meta), start_of(meta)
    left = count_of(meta)
    first = at
    changed = np.int64(0)
    while left > 0:
        here = square_of(width, direction, line, at)
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


@inlined
def put_tile(setting: Setting, field: Field, direction: Int, line: Int, at: Int, tile: Int) -> None:
    """Put one tile on both views of the board; nothing else can be laid there."""
    width = np.int64(setting.side + 2)
    worth = points_of(setting.values, tile)
    for view in range(2):
        here = square_of(width, direction, line, at)
        if view == 1:
            here = square_of(width, 1 - direction, at, line)
        field.tiles[here] = tile
        field.worth[here] = worth
        field.cross[here] = 0
        field.sums[here] = -1


@bare
def face_seat(setting: Setting, field: Field, seat: Int, theft: Int) -> None:
    """Make tiles on the board worth what ``seat`` gains by them: ``theft`` times the value of
    the tiles it can steal, nothing for the others."""
    if setting.steals == 0:
        return
    side = np.int64(setting.side)
    width = side + 2
    for line in range(1, side + 1):
        for at in range(1, side + 1):
            here = square_of(width, ACROSS, line, at)
            if field.tiles[here] == 0:
                continue
            worth = np.int64(0)
            owner = np.int64(field.owners[here])
            if owner & SAFE_FLAG == 0 and owner & OWNER_MASK != seat + 1:
                worth = theft * points_of(setting.values, np.int64(field.tiles[here]))
            field.worth[here] = worth
            field.worth[square_of(width, 1 - ACROSS, at, line)] = worth
    for direction in range(2):
        for line in range(1, side + 1):
            for at in range(1, side + 1):
                here = square_of(width, direction, line, at)
                if field.sums[here] >= 0:
                    crossing = square_of(width, 1 - direction, at, line)
                    field.sums[here] = sum_around(field.tiles, field.worth, crossing)


@bare
def settle_words(
    setting: Setting, field: Field, packed: Int, meta: Int, seat: Int, take: bool
) -> tuple[Int, Int, Int]:
    """Points laid, stolen and newly made safe by a play that is not on the board yet.

    With ``take`` the owners change too. A word is safe when one of its new tiles covers a padlock,
    or when the whole rack was laid.
    """
    width = np.int64(setting.side + 2)
    direction, line, at = kind_of(meta), line_of(meta), start_of(meta)
    laid = count_of(meta)
    whole_rack = laid >= setting.rack_size
    main_safe = whole_rack or covers_lock(setting, field, meta)
    placed = np.int64(0)
    stolen = np.int64(0)
    saved = np.int64(0)
    while laid > 0 or field.tiles[square_of(width, direction, line, at)] != 0:
        here = square_of(width, direction, line, at)
        if field.tiles[here] != 0:
            gain, safe = settle_tile(setting, field, direction, line, at, seat, main_safe, take)
            stolen += gain
            saved += safe
        else:
            points = points_of(setting.values, packed & 0x7F)
            packed >>= BYTE
            laid -= 1
            placed += points
            cross_safe = whole_rack or setting.locks[here] == 1
            crossing = square_of(width, 1 - direction, at, line)
            crosses = field.tiles[crossing - 1] != 0 or field.tiles[crossing + 1] != 0
            safe_now = main_safe or (crosses and cross_safe)
            if safe_now:
                saved += points
            if take:
                owner = seat + 1 + (SAFE_FLAG if safe_now else 0)
                field.owners[across_of(width, direction, line, at)] = owner
            for step in (-1, 1):
                place = line + step
                while field.tiles[square_of(width, 1 - direction, at, place)] != 0:
                    gain, safe = settle_tile(
                        setting, field, 1 - direction, at, place, seat, cross_safe, take
                    )
                    stolen += gain
                    saved += safe
                    place += step
        at += 1
    return placed, stolen, saved


@inlined
def across_of(width: Int, direction: Int, line: Int, at: Int) -> Int:
    """The square's index among the rows, where owners are kept."""
    result = line * width + at
    if direction != ACROSS:
        result = at * width + line
    return result


@bare
def covers_lock(setting: Setting, field: Field, meta: Int) -> bool:
    width = np.int64(setting.side + 2)
    direction, line, at = kind_of(meta), line_of(meta), start_of(meta)
    laid = count_of(meta)
    while laid > 0:
        here = square_of(width, direction, line, at)
        if field.tiles[here] == 0:
            if setting.locks[here] == 1:
                return True
            laid -= 1
        at += 1
    return False


@bare
def settle_tile(
    setting: Setting,
    field: Field,
    direction: Int,
    line: Int,
    at: Int,
    seat: Int,
    safe: bool,
    take: bool,
) -> tuple[Int, Int]:
    """Points stolen with and points made safe on one tile of a word formed."""
    width = np.int64(setting.side + 2)
    here = across_of(width, direction, line, at)
    owner = np.int64(field.owners[here])
    if owner & SAFE_FLAG != 0:
        return np.int64(0), np.int64(0)
    points = points_of(setting.values, np.int64(field.tiles[here]))
    stolen = points if owner & OWNER_MASK != seat + 1 else np.int64(0)
    if take:
        field.owners[here] = seat + 1 + (SAFE_FLAG if safe else 0)
    return stolen, points if safe else np.int64(0)


@kernel
def copy_field(source: Field, target: Field) -> None:
    target.tiles[:] = source.tiles
    target.cross[:] = source.cross
    target.sums[:] = source.sums
    target.worth[:] = source.worth
    target.owners[:] = source.owners
