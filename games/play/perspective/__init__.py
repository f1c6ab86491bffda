"""What may be seen, and by whom: the one place that hides.

``gathering`` turns the hidden tiles of a scene face down; ``parts``, ``saying`` and ``endings``
shape what is left into the view of a watcher, ``rooms`` adds to it what is a seat's own, and
``plays`` looks at a tentative play. The result is a :class:`games.play.gameview.RoomView`.
"""

from games.play.perspective.earlier import EarlierGame, look_at_earlier, look_at_ended
from games.play.perspective.gathering import seat_names
from games.play.perspective.manual import Manual, describe_game
from games.play.perspective.options import options_in_words
from games.play.perspective.plays import PlayLook, look_at_move, look_at_play
from games.play.perspective.rooms import Looks, look, look_all, look_at_record, look_at_scene

__all__ = [
    "EarlierGame",
    "Looks",
    "Manual",
    "PlayLook",
    "describe_game",
    "look",
    "look_all",
    "look_at_earlier",
    "look_at_ended",
    "look_at_move",
    "look_at_play",
    "look_at_record",
    "look_at_scene",
    "options_in_words",
    "seat_names",
]
