"""What the lobby shows: lists that are the same for everyone, and each player's own lists."""

from games.lobby.perspective.alerts import choose_next_game
from games.lobby.perspective.entries import EntrySide, LobbyEntry
from games.lobby.perspective.lists import (
    LISTED_FOR,
    MAX_ENTRIES,
    LobbyLists,
    PlayerLists,
    build_lobby,
    build_lobby_lists,
    build_own_entries,
    build_player_lists,
)
from games.lobby.perspective.open_games import OpenGame, list_open_games

__all__ = [
    "LISTED_FOR",
    "MAX_ENTRIES",
    "EntrySide",
    "LobbyEntry",
    "LobbyLists",
    "OpenGame",
    "PlayerLists",
    "build_lobby",
    "build_lobby_lists",
    "build_own_entries",
    "build_player_lists",
    "choose_next_game",
    "list_open_games",
]
