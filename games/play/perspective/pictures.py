"""Boards drawn small: what lies where, told by colours, with letters if there is room for them."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import lru_cache

from games.play.gameview import PictureView
from games.rules.board import BoardTile
from games.rules.game import GameState
from games.rules.layouts import Layout, load_layout
from games.rules.squares import Square


def draw(
    state: GameState, marked: Mapping[str, Collection[Square]], *, written: bool = False
) -> PictureView:
    """A position; ``marked`` are squares with a look of their own, ``written``: with letters."""
    layout, owned = state.layout, state.variant.scoring.owned_tiles
    rtl = state.tile_set.direction == "rtl"
    squares: dict[str, list[Square]] = defaultdict(list)
    looks = {square: look for look, found in marked.items() for square in found}
    for square, tile in sorted(state.board.items()):
        squares[looks.get(square) or _look(tile, owned=owned)].append(square)
    tiles = [
        (look, trace_squares(found, layout, rtl=rtl)) for look, found in sorted(squares.items())
    ]
    faces = [
        (place_col(square, layout, rtl=rtl), square.row, _face(tile))
        for square, tile in sorted(state.board.items())
        if written
    ]
    return PictureView(
        layout.rows,
        layout.cols,
        (*see_premiums(layout.id, rtl=rtl), *tiles),
        tuple(faces),
        owned,
        "rtl" if rtl else "ltr",
    )


def _look(tile: BoardTile, *, owned: bool) -> str:
    return f"lies o{tile.owner}{' s' * tile.safe}" if owned else "lies"


def _face(tile: BoardTile) -> str:
    return tile.face.lower() if tile.blank and tile.face.lower() != tile.face else tile.face


def place_col(square: Square, layout: Layout, *, rtl: bool) -> int:
    """Its column from the left; boards of scripts from the right are mirrored."""
    return layout.cols - 1 - square.col if rtl else square.col


def trace_squares(squares: Collection[Square], layout: Layout, *, rtl: bool) -> str:
    """The data of a path around each of them, one unit to a square."""
    places = ((place_col(square, layout, rtl=rtl), square.row) for square in squares)
    return "".join(f"M{x} {y}h1v1h-1z" for x, y in places)


@lru_cache
def see_premiums(layout_id: str, *, rtl: bool) -> tuple[tuple[str, str], ...]:
    """The premium squares of a layout: looks with the data of their paths."""
    layout = load_layout(layout_id)
    squares: dict[str, list[Square]] = defaultdict(list)
    for row in range(layout.rows):
        for col in range(layout.cols):
            square = Square(row, col)
            if look := layout.premium_code(square).lower():
                squares[look].append(square)
    return tuple(
        (look, trace_squares(found, layout, rtl=rtl)) for look, found in sorted(squares.items())
    )
