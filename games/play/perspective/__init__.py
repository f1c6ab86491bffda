"""Decide who may see what. No other package hides anything from a viewer.

``masking`` turns the hidden tiles of a snapshot face down. ``board_and_racks``, ``announcements``
and ``outcomes`` build a spectator's view from the rest, ``room_views`` adds what belongs to a seat,
and ``play_previews`` evaluates a tentative play. The result is a
:class:`games.play.perspective.viewdata.RoomView`.
"""

from games.play.perspective.game_help import GameHelp, build_game_help
from games.play.perspective.game_previews import GamePreview, preview_games
from games.play.perspective.masking import get_seat_name, list_seat_names, list_seat_people
from games.play.perspective.past_games import (
    PastGame,
    find_record_url,
    list_latest_games,
    list_past_games,
)
from games.play.perspective.perspectives import (
    CLOSED_PERSPECTIVES,
    REMOVED_PERSPECTIVE,
    SPECTATOR_PERSPECTIVE,
    RoomViews,
)
from games.play.perspective.play_previews import PlayPreview, break_down_move, preview_play
from games.play.perspective.presence import PresenceView, build_presence_views
from games.play.perspective.replies import build_replies_view, preview_reply
from games.play.perspective.room_options import describe_options
from games.play.perspective.room_views import (
    build_ended_game_view,
    build_room_view,
    build_room_views,
    build_views_of_snapshot,
)
from games.play.perspective.steps import load_steps

__all__ = [
    "CLOSED_PERSPECTIVES",
    "REMOVED_PERSPECTIVE",
    "SPECTATOR_PERSPECTIVE",
    "GameHelp",
    "GamePreview",
    "PastGame",
    "PlayPreview",
    "PresenceView",
    "RoomViews",
    "break_down_move",
    "build_ended_game_view",
    "build_game_help",
    "build_presence_views",
    "build_replies_view",
    "build_room_view",
    "build_room_views",
    "build_views_of_snapshot",
    "describe_options",
    "find_record_url",
    "get_seat_name",
    "list_latest_games",
    "list_past_games",
    "list_seat_names",
    "list_seat_people",
    "load_steps",
    "preview_games",
    "preview_play",
    "preview_reply",
]
