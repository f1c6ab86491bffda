"""The tiles of a duplicate game: those on the board, and those in the bag."""

from dataclasses import replace

from games.duplicate.perspective.viewdata import TurnResult
from games.duplicate.terms.plays import StoredPlay
from games.play.perspective.board_and_racks import build_tile_view, count_unseen
from games.play.perspective.viewdata import TileView, UnseenView
from games.rules.equipment.board import Board
from games.rules.equipment.tiles import Tile, TileSet


def build_tiles(
    board: Board, tile_set: TileSet, last: frozenset[tuple[int, int]]
) -> tuple[TileView, ...]:
    """Return the tiles on the board; those on the squares of the ``last`` play are marked."""
    views = (build_tile_view(square, tile, tile_set) for square, tile in sorted(board.items()))
    return tuple(replace(view, last=(view.row, view.col) in last) for view in views)


def read_squares(play: StoredPlay, tile_set: TileSet) -> frozenset[tuple[int, int]]:
    """Return the squares on which a play lays its tiles."""
    placed = play.read(tile_set).placed()
    return frozenset((square.row, square.col) for square, _letter in placed)


def read_last_squares(last: TurnResult | None, tile_set: TileSet) -> frozenset[tuple[int, int]]:
    if last is None:
        return frozenset()
    best = last.best
    return read_squares(StoredPlay(best.position, best.tiles, best.score), tile_set)


def count_tiles_in_bag(tile_set: TileSet, board: Board, rack: tuple[Tile, ...]) -> UnseenView:
    """Count the tiles that are neither on the board nor on the rack: all are in the bag."""
    found = count_unseen(tile_set, board, rack, 0)
    return replace(found, bag=found.total)
