"""What the page's script is told as data, beside the HTML of :mod:`games.play.fragments`."""

from typing import Any

from games.play.gameview import RoomView, TileView


def tell_state(view: RoomView) -> dict[str, Any]:
    """What the page's script must know of a view, as plain data.

    A tile on the rack is its face and value, one on the board the number of its square (row by
    row from 0), face, value and whether it is a blank, and where tiles have owners the owner's
    seat and whether it is safe.
    """
    return {
        "stamp": view.stamp,
        "turn": view.turn,
        "game": view.game_id,
        "phase": view.phase,
        "seat": view.seat,
        "mine": view.my_turn,
        "can": sorted(view.can),
        "most": view.exchange_most,
        "seats": [seat.name for seat in view.seats],
        "rack": None if view.rack is None else [[tile.face, tile.value] for tile in view.rack],
        "tiles": [_tell_tile(tile, view) for tile in view.tiles],
        "seedHash": view.seed_hash,
    }


def _tell_tile(tile: TileView, view: RoomView) -> list[Any]:
    told = [tile.row * view.board.cols + tile.col, tile.face, tile.value, int(tile.blank)]
    return [*told, tile.owner, int(tile.safe)] if view.terms.owned_tiles else told
