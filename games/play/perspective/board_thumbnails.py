"""Thumbnails of boards as SVG paths: tiles as coloured squares, with letters if there is room."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import lru_cache

from games.play.perspective.viewdata import ThumbnailView
from games.rules.equipment.board import BoardTile
from games.rules.equipment.layouts import Layout, load_layout
from games.rules.equipment.squares import Square
from games.rules.flow.game import GameState


def draw_thumbnail(
    state: GameState, marked: Mapping[str, Collection[Square]], *, written: bool = False
) -> ThumbnailView:
    """Return the thumbnail of a position.

    ``marked`` maps CSS classes to the squares that get them; ``written`` adds letters.
    """
    layout, owned = state.layout, state.variant.scoring.owned_tiles
    rtl = state.tile_set.direction == "rtl"
    squares: dict[str, list[Square]] = defaultdict(list)
    css_classes = {square: css_class for css_class, found in marked.items() for square in found}
    for square, tile in sorted(state.board.items()):
        squares[css_classes.get(square) or _tile_class(tile, owned=owned)].append(square)
    tiles = [
        (css_class, trace_squares(found, layout, rtl=rtl))
        for css_class, found in sorted(squares.items())
    ]
    faces = [
        (column_from_left(square, layout, rtl=rtl), square.row, _tile_face(tile))
        for square, tile in sorted(state.board.items())
        if written
    ]
    return ThumbnailView(
        layout.rows,
        layout.cols,
        (*trace_premiums(layout.id, rtl=rtl), *tiles),
        tuple(faces),
        owned,
        "rtl" if rtl else "ltr",
    )


def _tile_class(tile: BoardTile, *, owned: bool) -> str:
    return f"on-board o{tile.owner}{' s' * tile.safe}" if owned else "on-board"


def _tile_face(tile: BoardTile) -> str:
    return tile.face.lower() if tile.blank and tile.face.lower() != tile.face else tile.face


def column_from_left(square: Square, layout: Layout, *, rtl: bool) -> int:
    """Return a square's column counted from the left; right-to-left boards are mirrored."""
    return layout.cols - 1 - square.col if rtl else square.col


def trace_squares(squares: Collection[Square], layout: Layout, *, rtl: bool) -> str:
    """Return SVG path data that outlines each square, one unit wide."""
    places = ((column_from_left(square, layout, rtl=rtl), square.row) for square in squares)
    return "".join(f"M{x} {y}h1v1h-1z" for x, y in places)


@lru_cache
def trace_premiums(layout_id: str, *, rtl: bool) -> tuple[tuple[str, str], ...]:
    """Return the premium squares of a layout, as CSS classes with their path data."""
    layout = load_layout(layout_id)
    squares: dict[str, list[Square]] = defaultdict(list)
    for row in range(layout.rows):
        for col in range(layout.cols):
            square = Square(row, col)
            if css_class := layout.premium_code(square).lower():
                squares[css_class].append(square)
    return tuple(
        (css_class, trace_squares(found, layout, rtl=rtl))
        for css_class, found in sorted(squares.items())
    )
