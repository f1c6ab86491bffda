"""The tables of rooms, games, racks and moves. Written by :mod:`games.services` alone.

What is secret (racks, bag, seed, exchanged letters) lives in tables of its own (``secrets``), so
that a query for a public page cannot touch it by accident. Rows become a rules state and back in
:mod:`games.store`.
"""

from games.models.hints import Hint
from games.models.players import Notice, Player
from games.models.records import Game, Holder, Move, Seat
from games.models.rooms import Invitation, Room
from games.models.secrets import GameSecret, MoveSecret, Rack

__all__ = [
    "Game",
    "GameSecret",
    "Hint",
    "Holder",
    "Invitation",
    "Move",
    "MoveSecret",
    "Notice",
    "Player",
    "Rack",
    "Room",
    "Seat",
]
