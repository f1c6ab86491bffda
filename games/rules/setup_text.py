"""A setup as named texts, short and readable, for addresses; and back, strictly.

    game=scrabble tiles=en board=15/15/15/15/15/15/15/7CaT5/15/... rack=AEINRST scores=0,12 seat=1

``board``: the rows from the top, apart by "/"; a tile as in ``notation`` (a played blank in lower
case, or behind a question mark), a number for so many empty squares. ``owners``: where tiles have
owners, a letter for each tile in the order of ``board``: "a" the first seat's, "b" the second's,
"A" and "B" where it is safe. Seats count from 1. ``racks``: how many tiles the others hold. What
has its usual value is left out, so an empty board with nothing known is its game and its tiles.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from games.rules.board import Board, BoardTile
from games.rules.editions import editions_for
from games.rules.errors import RuleError, UnreadableError
from games.rules.layouts import Layout
from games.rules.setups import (
    MOST_POINTS,
    Setup,
    check_setup,
    count_owned,
    empty_setup,
    usual_others,
)
from games.rules.squares import Square
from games.rules.tiles import Tile, TileSet, load_tile_set, tile_set_codes
from games.rules.variants import VARIANTS, Variant

FIELDS = (
    "game",
    "tiles",
    "layout",
    "board",
    "owners",
    "rack",
    "seats",
    "seat",
    "scores",
    "racks",
    "out",
    "exchange",
    "passes",
)
LONGEST = 2000
OWNERS = "ab"
"""One sign for each seat; capital where the tile is safe."""

_EMPTY = re.compile(r"[1-9][0-9]?")
_NUMBER = re.compile(r"-?[0-9]{1,4}")


def write_setup(setup: Setup) -> dict[str, str]:
    """The texts by name, in the order of :data:`FIELDS`; raises as :func:`check_setup`."""
    check_setup(setup)
    variant = setup.variant
    owned, usual = variant.scoring.owned_tiles, empty_setup(variant.id, setup.tile_set_code)
    count = len(setup.scores)
    told = {
        "game": variant.id,
        "tiles": setup.tile_set_code,
        "layout": setup.layout_id * (setup.layout_id != usual.layout_id),
        "board": write_board(setup.board, setup.layout, setup.tile_set) if setup.board else "",
        "owners": _write_owners(setup.board) if owned else "",
        "rack": setup.tile_set.write(setup.rack),
        "seats": str(count) * (count != len(usual.scores)),
        "seat": str(setup.seat + 1) * bool(setup.seat),
        "scores": "" if owned or not any(setup.scores) else _join(setup.scores),
        "racks": "" if setup.others == usual_others(setup) else _join(setup.others),
        "out": _join(seat + 1 for seat in setup.gone),
        "exchange": str(setup.exchange_minimum)
        * (setup.exchange_minimum != usual.exchange_minimum),
        "passes": str(setup.passes) * bool(setup.passes),
    }
    return {name: text for name in FIELDS if (text := told[name])}


def read_setup(told: Mapping[str, str]) -> Setup:
    """Raises UnreadableError or UnlawfulError "setup....", whose words say what is wrong. Texts of
    other names are nobody's here; an empty text is one that was left out."""
    said = {name: told.get(name, "").strip() for name in FIELDS}
    if long := [name for name, text in said.items() if len(text) > LONGEST]:
        raise _wrong("too_long", long[0])
    variant = _read_variant(said["game"])
    tile_set = _read_tile_set(said["tiles"], variant)
    seats = _read_one(said, "seats", variant.seat_numbers, variant.min_seats)
    setup = empty_setup(variant.id, tile_set.code, seats)
    if said["layout"] and said["layout"] not in variant.layouts:
        raise _wrong("layout", said["layout"])
    setup = replace(setup, layout_id=said["layout"] or setup.layout_id)
    board = read_board(said["board"], setup.layout, tile_set) if said["board"] else Board()
    seat = _read_one(said, "seat", range(1, seats + 1), 1) - 1
    exchange = _read_one(said, "exchange", variant.exchange_minimums, variant.exchange_minimums[0])
    setup = replace(
        setup,
        board=_own(board, said["owners"], variant),
        rack=_read_rack(said["rack"], tile_set),
        seat=seat,
        gone=_read_gone(said["out"], seats, seat),
        exchange_minimum=exchange,
        passes=_read_one(said, "passes", range(2), 0),
    )
    setup = replace(setup, scores=_read_scores(said["scores"], setup))
    others = _read_numbers("racks", said["racks"], seats - 1, range(variant.rack_size + 1))
    setup = replace(setup, others=others or usual_others(setup))
    check_setup(setup)
    return setup


def write_board(board: Board, layout: Layout, tile_set: TileSet) -> str:
    return "/".join(_write_row(board, row, layout.cols, tile_set) for row in range(layout.rows))


def _write_row(board: Board, row: int, cols: int, tile_set: TileSet) -> str:
    parts, empty = [], 0
    for col in range(cols):
        tile = board.get(Square(row, col))
        if tile is None:
            empty += 1
            continue
        parts += [str(empty)] * bool(empty)
        parts.append(tile_set.marks.of(tile.face, blank=tile.blank))
        empty = 0
    return "".join([*parts, *[str(empty)] * bool(empty)])


def read_board(text: str, layout: Layout, tile_set: TileSet) -> Board:
    """Raises UnreadableError "setup.rows", "setup.row"; every tile is the first seat's."""
    rows = text.split("/")
    if len(rows) != layout.rows:
        raise _wrong("rows", str(layout.rows))
    tiles: dict[Square, BoardTile] = {}
    for number, row in enumerate(rows):
        try:
            letters = list(tile_set.marks.read_word(_spread(row)))
        except RuleError:
            raise _wrong("row", str(number + 1)) from None
        if len(letters) != layout.cols:
            raise _wrong("row", str(number + 1))
        for col, letter in enumerate(letters):
            if letter is not None:
                tiles[Square(number, col)] = BoardTile(*letter, owner=0)
    return Board(tiles)


def _spread(row: str) -> str:
    """A row of the board as a word of notation: a point for each empty square."""
    if "." in row:
        raise _wrong("row", row)
    return _EMPTY.sub(lambda found: "." * int(found[0]), row)


def _write_owners(board: Board) -> str:
    signs = ((OWNERS[tile.owner], tile.safe) for _square, tile in sorted(board.items()))
    return "".join(sign.upper() if safe else sign for sign, safe in signs)


def _own(board: Board, owners: str, variant: Variant) -> Board:
    """The board whose tiles belong to these; the first seat's unless something is said."""
    if not owners:
        return board
    tiles = sorted(board.items())
    if not variant.scoring.owned_tiles or len(owners) != len(tiles):
        raise _wrong("owners", str(len(tiles)))
    if bad := [sign for sign in owners if sign not in OWNERS + OWNERS.upper()]:
        raise _wrong("owner", bad[0])
    return Board(
        {
            square: replace(tile, owner=OWNERS.index(sign.lower()), safe=sign.isupper())
            for (square, tile), sign in zip(tiles, owners, strict=True)
        }
    )


def _read_variant(said: str) -> Variant:
    if said not in VARIANTS:
        raise _wrong("game", said)
    return VARIANTS[said]


def _read_tile_set(said: str, variant: Variant) -> TileSet:
    code = said or variant.tile_set
    if code not in tile_set_codes():
        raise _wrong("tiles", said)
    tile_set = load_tile_set(code)
    if tile_set not in editions_for(variant, [tile_set.language]):
        raise _wrong("tiles", said)
    return tile_set


def _read_rack(said: str, tile_set: TileSet) -> tuple[Tile, ...]:
    try:
        return tile_set.read(said)
    except RuleError:
        raise _wrong("rack", said) from None


def _read_gone(said: str, seats: int, seat: int) -> tuple[int, ...]:
    gone = [number - 1 for number in _numbers("out", said, range(1, seats + 1))]
    if sorted(set(gone)) != gone or seat in gone or len(gone) > seats - 2:
        raise _wrong("out", said)
    return tuple(gone)


def _read_scores(said: str, setup: Setup) -> tuple[int, ...]:
    count = len(setup.scores)
    if setup.variant.scoring.owned_tiles:
        if said:
            raise _wrong("scores_follow", said)
        return count_owned(setup.board, setup.tile_set, count)
    return (
        _read_numbers("scores", said, count, range(-MOST_POINTS, MOST_POINTS + 1)) or (0,) * count
    )


def _read_one(
    said: Mapping[str, str], name: str, allowed: range | tuple[int, ...], usual: int
) -> int:
    numbers = _numbers(name, said[name], allowed)
    if len(numbers) > 1:
        raise _wrong(name, said[name])
    return numbers[0] if numbers else usual


def _read_numbers(name: str, said: str, count: int, allowed: range) -> tuple[int, ...]:
    """As many numbers, or none."""
    numbers = _numbers(name, said, allowed)
    if numbers and len(numbers) != count:
        raise _wrong(name, said)
    return numbers


def _numbers(name: str, said: str, allowed: range | tuple[int, ...]) -> tuple[int, ...]:
    parts = said.split(",") if said else []
    if not all(_NUMBER.fullmatch(part) and part.isascii() for part in parts):
        raise _wrong(name, said)
    numbers = tuple(int(part) for part in parts)
    if not all(number in allowed for number in numbers):
        raise _wrong(name, said)
    return numbers


def _join(numbers: object) -> str:
    return ",".join(map(str, numbers))  # type: ignore[call-overload]


def _wrong(what: str, said: str) -> UnreadableError:
    return UnreadableError(f"setup.{what}", f"{what}: {said[:40]!r}", words=(said[:40],))
