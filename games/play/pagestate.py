"""What the page's script is told as data, beside the HTML of :mod:`games.play.fragments`."""

from dataclasses import asdict
from typing import Any

from games.play.gameview import RoomView, StepsView, TileView


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
        "number": view.number,
        "phase": view.phase,
        "seat": view.seat,
        "mine": view.my_turn,
        "can": sorted(view.can),
        "most": view.exchange_most,
        "seats": [seat.name for seat in view.seats],
        "rack": None if view.rack is None else [[tile.face, tile.value] for tile in view.rack],
        "tiles": [_tell_tile(tile, view.board.cols, view.terms.owned_tiles) for tile in view.tiles],
        "seedHash": view.seed_hash,
        "toMove": view.to_move,
        "clock": None if view.clock is None else asdict(view.clock),
        "team": _tell_team(view),
    }


def _tell_team(view: RoomView) -> list[list[Any]]:
    """Who shares the viewer's seat: number and name. A player alone is no team."""
    members = view.own_seat.members if view.own_seat else ()
    return [[member.number, member.name] for member in members] if len(members) > 1 else []


def tell_steps(seen: StepsView) -> list[dict[str, Any]]:
    """What each move did, as plain data; squares by number, ``off`` those that it emptied."""
    return [
        {
            "said": step.said,
            "scores": step.scores,
            "tiles": [_tell_tile(tile, seen.cols, seen.owned_tiles) for tile in step.tiles],
            "off": step.emptied,
            "last": step.last,
            "stolen": step.stolen,
        }
        for step in seen.steps
    ]


def _tell_tile(tile: TileView, cols: int, owned: bool) -> list[Any]:
    told = [tile.row * cols + tile.col, tile.face, tile.value, int(tile.blank)]
    return [*told, tile.owner, int(tile.safe)] if owned else told
