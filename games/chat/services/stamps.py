"""Bump a chat's stamp when it looks different to at least one reader.

A bump is a single statement and takes the last row lock of its transaction, to avoid deadlocks.
"""

from typing import Any

from django.db.models import F

from games.chat.models import Chat
from games.play.models import Game


def get_or_create_chat(room: Any) -> Chat:
    """Return the chat of a room (its id); create it if necessary."""
    return Chat.objects.get_or_create(room_id=room)[0]


def bump_stamp(room: Any) -> None:
    """Bump the chat of one room (its id)."""
    if not bump_stamps([room]):
        get_or_create_chat(room)
        bump_stamps([room])


def bump_stamps(rooms: Any) -> int:
    """Bump the chats of several rooms (ids or a query). Returns how many of them have a chat."""
    return Chat.objects.filter(room__in=rooms).update(stamp=F("stamp") + 1)


def raise_all_stamps(by: int) -> None:
    """Raise the stamps of all chats, so that open pages take the next state for a newer one."""
    Chat.objects.update(stamp=F("stamp") + by)


def bump_for_game(game: Game, **_signal: Any) -> None:
    """Bump the chat of a game's room, since seats and the game's status decide who reads what."""
    bump_stamp(game.room_id)


def bump_after_deletion(game: Any) -> None:
    """Bump the chat of a game (its id) that may be in the middle of being deleted."""
    # Unlike ``bump_stamp`` this creates no chat: its room may be going as well.
    Chat.objects.filter(room__games=game).update(stamp=F("stamp") + 1)
