"""The parts of a view that depend only on the equipment, the board and a rack."""

from dataclasses import replace
from functools import lru_cache

from django.utils.translation import gettext as _

from games.play.perspective.masking import MaskedSnapshot
from games.play.perspective.viewdata import (
    BoardView,
    RackTileView,
    SquareView,
    TileView,
    UnseenView,
    VariantTerms,
)
from games.rules.equipment.board import Board, BoardTile
from games.rules.equipment.layouts import Layout, load_layout
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import BLANK, LetterTile, Tile, TileSet
from games.rules.flow.game import GameState
from games.rules.plays.acts import Play
from games.rules.plays.events import Played
from games.rules.positions.variants import Variant
from lexicon.lists.folding import get_folding
from lexicon.terms.alphabets import get_main_language

BLANK_FACE = "?"


def build_board_view(layout: Layout, tile_set: TileSet) -> BoardView:
    """Return the empty board: squares, premiums and column names."""
    return _build_board(layout.id, tile_set.direction)


# The empty board never changes, so each is built once per process.
@lru_cache
def _build_board(layout_id: str, direction: str) -> BoardView:
    layout = load_layout(layout_id)
    rows = tuple(
        tuple(_square(layout, Square(row, col)) for col in range(layout.cols))
        for row in range(layout.rows)
    )
    names = tuple(Square(0, col).name[0] for col in range(layout.cols))
    return BoardView(layout.rows, layout.cols, names, rows, "rtl" if direction == "rtl" else "ltr")


def _square(layout: Layout, square: Square) -> SquareView:
    return SquareView(
        row=square.row,
        col=square.col,
        name=square.name,
        premium=layout.premium_code(square),
        start=square == layout.start,
        padlock=square in layout.padlocks,
    )


def build_tile_views(masked: MaskedSnapshot) -> tuple[TileView, ...]:
    """Return the tiles on the board; those laid or stolen by the last play are marked."""
    state = masked.state
    if state is None:
        return ()
    last, stolen = find_marked_squares(masked.last_played, masked.tile_set)
    return tuple(
        replace(
            build_tile_view(square, tile, masked.tile_set),
            last=square in last,
            stolen=square in stolen,
        )
        for square, tile in sorted(state.board.items())
    )


def build_tile_view(square: Square, tile: BoardTile, tile_set: TileSet) -> TileView:
    """Return one tile on the board, without marks."""
    return TileView(
        row=square.row,
        col=square.col,
        square=square.name,
        face=tile.face,
        value=0 if tile.blank else tile_set.values[tile.face],
        blank=tile.blank,
        owner=tile.owner,
        safe=tile.safe,
        last=False,
        stolen=False,
    )


def find_marked_squares(
    played: Played | None, tile_set: TileSet
) -> tuple[frozenset[Square], frozenset[Square]]:
    """Return the squares on which a play laid tiles, and those whose tiles it stole."""
    if played is None:
        return frozenset(), frozenset()
    play = Play.read(played.position, played.tiles, tile_set)
    placed = frozenset(square for square, _letter in play.placed())
    return placed, frozenset(played.score.stolen_squares)


def build_rack_view(tiles: tuple[Tile, ...], tile_set: TileSet) -> tuple[RackTileView, ...]:
    """Return a rack as its holder sees it."""
    return tuple(
        RackTileView(tile.face, tile_set.value(tile), False)
        if isinstance(tile, LetterTile)
        else RackTileView(BLANK_FACE, 0, True)
        for tile in tiles
    )


def build_unseen_view(masked: MaskedSnapshot, own: tuple[Tile, ...]) -> UnseenView:
    """Count the tiles in the bag and on other racks: all tiles minus the board and ``own`` rack.

    Bag and racks are counted together, so that the counts do not reveal an opponent's rack.
    """
    if masked.state is None:
        return count_unseen(masked.tile_set, Board(), own, masked.tile_set.total)
    return count_unseen(masked.tile_set, masked.state.board, own, len(masked.state.bag))


def count_unseen(tile_set: TileSet, board: Board, own: tuple[Tile, ...], bag: int) -> UnseenView:
    """Count the unseen tiles of any position; ``bag`` is the number of tiles in the bag."""
    counts = dict(tile_set.counts) | {BLANK_FACE: tile_set.blanks}
    for tile in (*(one.tile for _square, one in board.items()), *own):
        counts[BLANK_FACE if tile == BLANK else tile.face] -= 1  # type: ignore[union-attr]
    groups = tuple((face, count) for face, count in counts.items() if count > 0)
    return UnseenView(groups, sum(count for _face, count in groups), bag)


def build_variant_terms(variant: Variant, tile_set: TileSet) -> VariantTerms:
    """Return the variant's own terms, and which parts its page has."""
    owned = variant.scoring.owned_tiles
    return VariantTerms(
        exchange=_("Swap") if variant.swaps else _("Exchange"),
        owned_tiles=owned,
        meter="".join(sorted(tile_set.never_blank)),
        meter_total=sum(tile_set.counts[face] for face in tile_set.never_blank),
        blank_faces=tile_set.blank_faces,
        rack_size=variant.rack_size,
        language=tile_set.language,
        whole_faces=tile_set.whole,
        folding=get_folding(get_main_language(tile_set.language)),
    )


def count_s_left(state: GameState | None, tile_set: TileSet) -> int | None:
    """Count the tiles not yet played that no blank may represent; ``None`` if there are none.

    In Qwibble these are the S tiles.
    """
    if not tile_set.never_blank:
        return None
    played = sum(
        1
        for _square, tile in (state.board.items() if state else ())
        if tile.face in tile_set.never_blank
    )
    return sum(tile_set.counts[face] for face in tile_set.never_blank) - played
