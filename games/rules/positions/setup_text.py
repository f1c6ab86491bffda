"""Write a setup as short, readable named texts for URLs, and parse them strictly.

    game=scrabble tiles=en board=15/15/15/15/15/15/15/7CaT5/15/... rack=AEINRST scores=0,12 seat=1

``board``: the rows from the top, separated by "/". A tile is written as in ``notation`` (a played
blank in lower case, or after a question mark), a run of empty squares as its length. ``owners``: if
tiles have owners, one letter for each tile in the order of ``board``: "a" for the first seat, "b"
for the second, "A" and "B" for safe tiles. Seats count from 1. ``racks``: numbers of tiles that the
other seats hold. Fields with their default value are left out, so an empty board consists of its
game and its tiles.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from games.rules.equipment.board import Board, BoardTile
from games.rules.equipment.errors import NotationError, RuleError
from games.rules.equipment.layouts import Layout
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import Tile, TileSet, load_tile_set, tile_set_codes
from games.rules.positions.editions import list_editions
from games.rules.positions.setups import (
    MAX_POINTS,
    Setup,
    check_setup,
    compute_default_rack_sizes,
    count_owned_scores,
    make_empty_setup,
)
from games.rules.positions.variants import VARIANTS, Variant

SETUP_FIELDS = (
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
MAX_TEXT_LENGTH = 2000
OWNER_MARKS = "ab"
"""One letter for each seat, upper case for safe tiles."""

_EMPTY = re.compile(r"[1-9][0-9]?")
_NUMBER = re.compile(r"-?[0-9]{1,4}")


def write_setup(setup: Setup) -> dict[str, str]:
    """Return the texts by name, in the order of :data:`SETUP_FIELDS`.

    Raises NotAllowedError as :func:`check_setup` does.

    >>> rack = load_tile_set("en").read("AEINRST")
    >>> opened = replace(make_empty_setup("scrabble", "en"), rack=rack)
    >>> write_setup(opened)
    {'game': 'scrabble', 'tiles': 'en', 'rack': 'AEINRST'}
    >>> read_setup(write_setup(opened)) == opened
    True
    """
    check_setup(setup)
    variant = setup.variant
    owned, usual = variant.scoring.owned_tiles, make_empty_setup(variant.id, setup.tile_set_code)
    count = len(setup.scores)
    values = {
        "game": variant.id,
        "tiles": setup.tile_set_code,
        "layout": setup.layout_id * (setup.layout_id != usual.layout_id),
        "board": write_board(setup.board, setup.layout, setup.tile_set) if setup.board else "",
        "owners": _write_owners(setup.board) if owned else "",
        "rack": setup.tile_set.write(setup.rack),
        "seats": str(count) * (count != len(usual.scores)),
        "seat": str(setup.seat + 1) * bool(setup.seat),
        "scores": "" if owned or not any(setup.scores) else _join(setup.scores),
        "racks": "" if setup.others == compute_default_rack_sizes(setup) else _join(setup.others),
        "out": _join(seat + 1 for seat in setup.gone),
        "exchange": str(setup.exchange_minimum)
        * (setup.exchange_minimum != usual.exchange_minimum),
        "passes": str(setup.passes) * bool(setup.passes),
    }
    return {name: text for name in SETUP_FIELDS if (text := values[name])}


def read_setup(fields: Mapping[str, str]) -> Setup:
    """Parse the texts of a setup.

    Raises NotationError or NotAllowedError "setup....", whose words name what is wrong. Texts with
    other names are ignored, and an empty text counts as left out.
    """
    texts = {name: fields.get(name, "").strip() for name in SETUP_FIELDS}
    if long := [name for name, text in texts.items() if len(text) > MAX_TEXT_LENGTH]:
        raise _make_error("too_long", long[0])
    variant = _read_variant(texts["game"])
    tile_set = _read_tile_set(texts["tiles"], variant)
    seats = _read_one(texts, "seats", variant.seat_numbers, variant.min_seats)
    setup = make_empty_setup(variant.id, tile_set.code, seats)
    if texts["layout"] and texts["layout"] not in variant.layouts:
        raise _make_error("layout", texts["layout"])
    setup = replace(setup, layout_id=texts["layout"] or setup.layout_id)
    board = read_board(texts["board"], setup.layout, tile_set) if texts["board"] else Board()
    seat = _read_one(texts, "seat", range(1, seats + 1), 1) - 1
    exchange = _read_one(texts, "exchange", variant.exchange_minimums, variant.exchange_minimums[0])
    setup = replace(
        setup,
        board=_own(board, texts["owners"], variant),
        rack=_read_rack(texts["rack"], tile_set),
        seat=seat,
        gone=_read_seats_out(texts["out"], seats, seat),
        exchange_minimum=exchange,
        passes=_read_one(texts, "passes", range(2), 0),
    )
    setup = replace(setup, scores=_read_scores(texts["scores"], setup))
    others = _read_numbers("racks", texts["racks"], seats - 1, range(variant.rack_size + 1))
    setup = replace(setup, others=others or compute_default_rack_sizes(setup))
    check_setup(setup)
    return setup


def write_board(board: Board, layout: Layout, tile_set: TileSet) -> str:
    """Return the rows of a board joined by slashes, with runs of empty squares as numbers.

    >>> from games.rules.equipment.layouts import load_layout
    >>> from games.rules.equipment.tiles import load_tile_set
    >>> board = Board({Square(0, 7): BoardTile("A", blank=False, owner=0)})
    >>> write_board(board, load_layout("standard"), load_tile_set("en")).split("/")[:2]
    ['7A7', '15']
    """
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
    """Parse the rows of a board; every tile belongs to the first seat.

    Raises NotationError "setup.rows" or "setup.row".
    """
    rows = text.split("/")
    if len(rows) != layout.rows:
        raise _make_error("rows", str(layout.rows))
    tiles: dict[Square, BoardTile] = {}
    for number, row in enumerate(rows):
        try:
            letters = list(tile_set.marks.read_word(_spread(row)))
        except RuleError:
            raise _make_error("row", str(number + 1)) from None
        if len(letters) != layout.cols:
            raise _make_error("row", str(number + 1))
        for col, letter in enumerate(letters):
            if letter is not None:
                tiles[Square(number, col)] = BoardTile(*letter, owner=0)
    return Board(tiles)


def _spread(row: str) -> str:
    """Convert a row to the notation of a word, with a dot for each empty square."""
    if "." in row:
        raise _make_error("row", row)
    return _EMPTY.sub(lambda found: "." * int(found[0]), row)


def _write_owners(board: Board) -> str:
    signs = ((OWNER_MARKS[tile.owner], tile.safe) for _square, tile in sorted(board.items()))
    return "".join(sign.upper() if safe else sign for sign, safe in signs)


def _own(board: Board, owners: str, variant: Variant) -> Board:
    """Return the board with the given owners; without any, all tiles belong to the first seat."""
    if not owners:
        return board
    tiles = sorted(board.items())
    if not variant.scoring.owned_tiles or len(owners) != len(tiles):
        raise _make_error("owners", str(len(tiles)))
    if bad := [sign for sign in owners if sign not in OWNER_MARKS + OWNER_MARKS.upper()]:
        raise _make_error("owner", bad[0])
    return Board(
        {
            square: replace(tile, owner=OWNER_MARKS.index(sign.lower()), safe=sign.isupper())
            for (square, tile), sign in zip(tiles, owners, strict=True)
        }
    )


def _read_variant(text: str) -> Variant:
    if text not in VARIANTS:
        raise _make_error("game", text)
    return VARIANTS[text]


def _read_tile_set(text: str, variant: Variant) -> TileSet:
    code = text or variant.tile_set
    if code not in tile_set_codes():
        raise _make_error("tiles", text)
    tile_set = load_tile_set(code)
    if tile_set not in list_editions(variant, [tile_set.language]):
        raise _make_error("tiles", text)
    return tile_set


def _read_rack(text: str, tile_set: TileSet) -> tuple[Tile, ...]:
    try:
        return tile_set.read(text)
    except RuleError:
        raise _make_error("rack", text) from None


def _read_seats_out(text: str, seats: int, seat: int) -> tuple[int, ...]:
    gone = [number - 1 for number in _numbers("out", text, range(1, seats + 1))]
    if sorted(set(gone)) != gone or seat in gone or len(gone) > seats - 2:
        raise _make_error("out", text)
    return tuple(gone)


def _read_scores(text: str, setup: Setup) -> tuple[int, ...]:
    count = len(setup.scores)
    if setup.variant.scoring.owned_tiles:
        if text:
            raise _make_error("scores_follow", text)
        return count_owned_scores(setup.board, setup.tile_set, count)
    return _read_numbers("scores", text, count, range(-MAX_POINTS, MAX_POINTS + 1)) or (0,) * count


def _read_one(
    texts: Mapping[str, str], name: str, allowed: range | tuple[int, ...], usual: int
) -> int:
    numbers = _numbers(name, texts[name], allowed)
    if len(numbers) > 1:
        raise _make_error(name, texts[name])
    return numbers[0] if numbers else usual


def _read_numbers(name: str, text: str, count: int, allowed: range) -> tuple[int, ...]:
    """Parse ``count`` numbers, or none."""
    numbers = _numbers(name, text, allowed)
    if numbers and len(numbers) != count:
        raise _make_error(name, text)
    return numbers


def _numbers(name: str, text: str, allowed: range | tuple[int, ...]) -> tuple[int, ...]:
    parts = text.split(",") if text else []
    if not all(_NUMBER.fullmatch(part) and part.isascii() for part in parts):
        raise _make_error(name, text)
    numbers = tuple(int(part) for part in parts)
    if not all(number in allowed for number in numbers):
        raise _make_error(name, text)
    return numbers


def _join(numbers: object) -> str:
    return ",".join(map(str, numbers))  # type: ignore[call-overload]


def _make_error(what: str, text: str) -> NotationError:
    return NotationError(f"setup.{what}", f"{what}: {text[:40]!r}", words=(text[:40],))
