"""The parts of a view that depend on the board and the public state alone."""

from dataclasses import replace
from functools import lru_cache

from django.utils.translation import gettext as _

from games.play.gameview import BoardView, RackTileView, SquareView, Terms, TileView, UnseenView
from games.play.perspective.gathering import Gathered
from games.rules.board import Board, BoardTile
from games.rules.events import Played
from games.rules.game import GameState
from games.rules.layouts import Layout, load_layout
from games.rules.moves import Play
from games.rules.squares import Square
from games.rules.tiles import BLANK, Letter, Tile, TileSet
from games.rules.variants import Variant
from lexicon.alphabets import main_language
from lexicon.lists.folding import folding_of

BLANK_FACE = "?"


def see_board(layout: Layout, tile_set: TileSet) -> BoardView:
    """The static grid."""
    return _board(layout.id, tile_set.direction)


@lru_cache
def _board(layout_id: str, direction: str) -> BoardView:
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


def see_tiles(seen: Gathered) -> tuple[TileView, ...]:
    """The tiles on the board, those of the last play and those it stole marked."""
    state = seen.state
    if state is None:
        return ()
    last, stolen = squares_of(seen.last_played, seen.tile_set)
    return tuple(
        replace(see_tile(square, tile, seen.tile_set), last=square in last, stolen=square in stolen)
        for square, tile in sorted(state.board.items())
    )


def see_tile(square: Square, tile: BoardTile, tile_set: TileSet) -> TileView:
    """One tile on the board, without a mark."""
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


def squares_of(
    played: Played | None, tile_set: TileSet
) -> tuple[frozenset[Square], frozenset[Square]]:
    """The squares that a play laid, and those it stole."""
    if played is None:
        return frozenset(), frozenset()
    play = Play.read(played.position, played.tiles, tile_set)
    placed = frozenset(square for square, _letter in play.placed())
    return placed, frozenset(played.score.stolen_squares)


def see_rack(tiles: tuple[Tile, ...], tile_set: TileSet) -> tuple[RackTileView, ...]:
    """A rack as its seat sees it."""
    return tuple(
        RackTileView(tile.face, tile_set.value(tile), False)
        if isinstance(tile, Letter)
        else RackTileView(BLANK_FACE, 0, True)
        for tile in tiles
    )


def see_unseen(seen: Gathered, own: tuple[Tile, ...]) -> UnseenView:
    """Bag and other racks together: the whole set less the board and one's own rack."""
    if seen.state is None:
        return count_unseen(seen.tile_set, Board(), own, seen.tile_set.total)
    return count_unseen(seen.tile_set, seen.state.board, own, len(seen.state.bag))


def count_unseen(tile_set: TileSet, board: Board, own: tuple[Tile, ...], bag: int) -> UnseenView:
    """The same of any position; ``bag`` is how many tiles are in it."""
    counts = dict(tile_set.counts) | {BLANK_FACE: tile_set.blanks}
    for tile in (*(one.tile for _square, one in board.items()), *own):
        counts[BLANK_FACE if tile == BLANK else tile.face] -= 1  # type: ignore[union-attr]
    groups = tuple((face, count) for face, count in counts.items() if count > 0)
    return UnseenView(groups, sum(count for _face, count in groups), bag)


def see_terms(variant: Variant, tile_set: TileSet) -> Terms:
    """The variant's own words, told by what its scoring does."""
    owned = variant.scoring.owned_tiles
    return Terms(
        exchange=_("Swap") if variant.swaps else _("Exchange"),
        owned_tiles=owned,
        meter="".join(sorted(tile_set.never_blank)),
        meter_total=sum(tile_set.counts[face] for face in tile_set.never_blank),
        blank_faces=tile_set.blank_faces,
        rack_size=variant.rack_size,
        language=tile_set.language,
        whole_faces=tile_set.whole,
        folding=folding_of(main_language(tile_set.language)),
    )


def see_s_left(state: GameState | None, tile_set: TileSet) -> int | None:
    """How many of the tiles that no blank may stand for have not yet been played."""
    if not tile_set.never_blank:
        return None
    played = sum(
        1
        for _square, tile in (state.board.items() if state else ())
        if tile.face in tile_set.never_blank
    )
    return sum(tile_set.counts[face] for face in tile_set.never_blank) - played
