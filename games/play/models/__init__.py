"""The tables of rooms, games, racks and moves. Written by :mod:`games.play.services` alone.

What is secret (racks, bag, seed, exchanged letters) lives in tables of its own (``secrets``), so
that a query for a public page cannot touch it by accident. Rows become a rules state and back in
:mod:`games.play.store`.
"""

from games.play.models.records import Game, Holder, Move, Seat
from games.play.models.rooms import Invitation, Room
from games.play.models.secrets import GameSecret, MoveSecret, Rack, Reply

__all__ = [
    "Game",
    "GameSecret",
    "Holder",
    "Invitation",
    "Move",
    "MoveSecret",
    "Rack",
    "Reply",
    "Room",
    "Seat",
]
