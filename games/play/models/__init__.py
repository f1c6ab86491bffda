"""The tables of rooms, games, racks and moves. Only :mod:`games.play.services` writes them.

Secrets (racks, bag, seed, exchanged letters) have separate tables, in
:mod:`games.play.models.secrets`, so that a query for a public page cannot read them by accident.
:mod:`games.play.store` turns rows into a rules state and back.
"""

from games.play.models.games import Game, Move, Seat, SeatMember
from games.play.models.planned_games import PlannedGames
from games.play.models.rooms import Invitation, Room
from games.play.models.secrets import ConditionalMove, GameSecret, MoveSecret, Rack

__all__ = [
    "ConditionalMove",
    "Game",
    "GameSecret",
    "Invitation",
    "Move",
    "MoveSecret",
    "PlannedGames",
    "Rack",
    "Room",
    "Seat",
    "SeatMember",
]
