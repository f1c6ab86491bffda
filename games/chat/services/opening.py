"""The host switches the chat of a room off, and on again."""

from datetime import datetime

from games.chat.services.stamping import bump, chat_of
from games.play.models import Room
from games.play.services.locking import current_game, locked_room
from games.play.services.seats import require_host
from games.players.models import Player


def set_open(room: Room, host: Player, now: datetime, *, open_: bool) -> None:
    """Let people write in a room, or not; what was written stays. Those who share a seat may
    write to each other all the same: they need it to play.

    Raises ``Forbidden`` for everybody but the host, or who stands in for the host.
    """
    with locked_room(room.code) as locked:
        require_host(locked, current_game(locked), host, now)
        chat = chat_of(locked.pk)
        if chat.open != open_:
            chat.open = open_
            chat.save(update_fields=["open"])
            bump(locked.pk)
