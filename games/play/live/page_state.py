"""Data for the room page's script, beside the HTML of :mod:`games.play.live.fragments`."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from games.play.perspective.viewdata import MoveStepsView, ReplyPositionView, RoomView, TileView


def serialize_state(view: RoomView) -> dict[str, Any]:
    """Return what the page's script needs of a view, as plain data.

    A tile on the rack is its face and value. A tile on the board is the number of its square (row
    by row from 0), its face, its value and whether it is a blank; in games with owned tiles the
    owner's seat and whether the tile is safe follow.
    """
    return {
        "room": view.code,
        "stamp": view.stamp,
        "turn": view.turn,
        "game": view.game_id,
        "number": view.number,
        "phase": view.phase,
        "seat": view.seat,
        "mine": view.my_turn,
        "can": sorted(view.actions),
        "most": view.exchange_most,
        "seats": [seat.name for seat in view.seats],
        "rack": None if view.rack is None else [[tile.face, tile.value] for tile in view.rack],
        "tiles": [
            _serialize_tile(tile, view.board.cols, view.terms.owned_tiles) for tile in view.tiles
        ],
        "seedHash": view.seed_hash,
        "toMove": view.to_move,
        "clock": _serialize_clock(view),
        "team": _serialize_team(view),
    }


def _serialize_clock(view: RoomView) -> dict[str, Any] | None:
    """Return the clock's figures. ``stands`` says why it is stopped."""
    if view.clock is None:
        return None
    figures = asdict(view.clock)
    return {"stands": figures.pop("stopped_because"), **figures}


def _serialize_team(view: RoomView) -> list[list[Any]]:
    """Return number and name of those who share the viewer's seat; empty for a single player."""
    members = view.own_seat.members if view.own_seat else ()
    return [[member.number, member.name] for member in members] if len(members) > 1 else []


def serialize_steps(view: MoveStepsView) -> list[dict[str, Any]]:
    """Return what each move did, as plain data. ``off`` lists the squares that it emptied."""
    return [
        {
            "said": step.said,
            "scores": step.scores,
            "tiles": [_serialize_tile(tile, view.cols, view.owned_tiles) for tile in step.tiles],
            "off": step.emptied,
            "last": step.last,
            "stolen": step.stolen,
        }
        for step in view.steps
    ]


def serialize_positions(positions: Iterable[ReplyPositionView]) -> list[dict[str, Any]]:
    """Return the positions that replies are made for, in the format of :func:`serialize_state`."""
    return [
        {
            "tiles": [_serialize_tile(tile, one.cols, one.owned_tiles) for tile in one.tiles],
            "rack": [[tile.face, tile.value] for tile in one.rack],
        }
        for one in positions
    ]


def _serialize_tile(tile: TileView, cols: int, owned: bool) -> list[Any]:
    fields = [tile.row * cols + tile.col, tile.face, tile.value, int(tile.blank)]
    return [*fields, tile.owner, int(tile.safe)] if owned else fields
