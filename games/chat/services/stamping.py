"""One more on a chat's stamp: something about it looks different to somebody.

A single statement, and the last lock a transaction takes, so that none waits in a ring.
"""

from typing import Any

from django.db.models import F

from games.chat.models import Chat
from games.play.models import Game


def chat_of(room: Any) -> Chat:
    """The chat of a room (its id), made at the first need."""
    return Chat.objects.get_or_create(room_id=room)[0]


def bump(room: Any) -> None:
    """Count a change in one room, by its id."""
    if not bump_all([room]):
        chat_of(room)
        bump_all([room])


def bump_all(rooms: Any) -> int:
    """The same in several (ids, or a query for them); returns in how many people have talked."""
    return Chat.objects.filter(room__in=rooms).update(stamp=F("stamp") + 1)


def bump_for(game: Game, **_signal: Any) -> None:
    """Whoever sits, and whether the game goes on, decides who reads what."""
    bump(game.room_id)


def bump_after(game: Any) -> None:
    """The same for a game (its id) that may be on its way out, with its room."""
    Chat.objects.filter(room__games=game).update(stamp=F("stamp") + 1)
