"""All tables of the app, for Django, which looks for them here. The domains import their own.

Each domain keeps its tables in its own ``models``; the app's label stays "games", so tables and
migrations do not move with the code.
"""

from games.computers.models import Hint
from games.health.models import LifeSign
from games.mail.models import Letter
from games.play.models import (
    Game,
    GameSecret,
    Holder,
    Invitation,
    Move,
    MoveSecret,
    Rack,
    Room,
    Seat,
)
from games.players.models import Notice, Player

__all__ = [
    "Game",
    "GameSecret",
    "Hint",
    "Holder",
    "Invitation",
    "Letter",
    "LifeSign",
    "Move",
    "MoveSecret",
    "Notice",
    "Player",
    "Rack",
    "Room",
    "Seat",
]
