"""What may be seen, and by whom: the one place that hides.

``gathering`` turns the hidden tiles of a scene face down; ``parts``, ``saying`` and ``endings``
shape what is left into the view of a watcher, ``rooms`` adds to it what is a seat's own, and
``plays`` looks at a tentative play. The result is a :class:`games.play.gameview.RoomView`.
"""

from games.play.perspective.earlier import EarlierGame, find_record, look_at_earlier, look_at_ended
from games.play.perspective.gathering import seat_name, seat_names, seat_people
from games.play.perspective.glances import Glance, glance_at
from games.play.perspective.manual import Manual, describe_game
from games.play.perspective.options import options_in_words
from games.play.perspective.plays import PlayLook, look_at_move, look_at_play
from games.play.perspective.presence import PresenceView, look_at_presence
from games.play.perspective.replies import look_at_replies, look_at_wish
from games.play.perspective.rooms import (
    REMOVED,
    Looks,
    look,
    look_all,
    look_at_ended_game,
    look_at_scene,
)
from games.play.perspective.steps import look_at_steps

__all__ = [
    "REMOVED",
    "EarlierGame",
    "Glance",
    "Looks",
    "Manual",
    "PlayLook",
    "PresenceView",
    "describe_game",
    "find_record",
    "glance_at",
    "look",
    "look_all",
    "look_at_earlier",
    "look_at_ended",
    "look_at_ended_game",
    "look_at_move",
    "look_at_play",
    "look_at_presence",
    "look_at_replies",
    "look_at_scene",
    "look_at_steps",
    "look_at_wish",
    "options_in_words",
    "seat_name",
    "seat_names",
    "seat_people",
]
