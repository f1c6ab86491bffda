"""What the lobby shows: the lists that all see alike, and what is somebody's own."""

from games.lobby.perspective.entries import Entry, Side
from games.lobby.perspective.lists import (
    LISTED_FOR,
    MOST_ENTRIES,
    Lists,
    Own,
    look_at_lists,
    look_at_lobby,
    look_at_own,
    see_mine,
)
from games.lobby.perspective.standings import Standing, look_at_standings

__all__ = [
    "LISTED_FOR",
    "MOST_ENTRIES",
    "Entry",
    "Lists",
    "Own",
    "Side",
    "Standing",
    "look_at_lists",
    "look_at_lobby",
    "look_at_own",
    "look_at_standings",
    "see_mine",
]
