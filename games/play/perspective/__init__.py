"""What may be seen, and by whom: the one place that hides.

Everything is built from the public half of a game. A seat's view adds that seat's own rack, read
by itself; only when the game is over are the secrets read at all. ``gathering`` reads the rows,
``parts`` and ``moves`` shape them, ``plays`` looks at a tentative play; the result is a
:class:`games.play.gameview.RoomView`.
"""

from games.play.perspective.gathering import seat_names
from games.play.perspective.manual import Manual, describe_game
from games.play.perspective.options import options_in_words
from games.play.perspective.plays import PlayLook, look_at_move, look_at_play
from games.play.perspective.rooms import Looks, look, look_all, look_at_record

__all__ = [
    "Looks",
    "Manual",
    "PlayLook",
    "describe_game",
    "look",
    "look_all",
    "look_at_move",
    "look_at_play",
    "look_at_record",
    "options_in_words",
    "seat_names",
]
