"""Switch the chat of a room on or off."""

from datetime import datetime

from games.chat.services.stamps import bump_stamp, get_or_create_chat
from games.play.models import Room
from games.play.services.locking import get_current_game, locked_room
from games.play.services.seats import require_host
from games.players.models import Player


def set_chat_open(room: Room, host: Player, now: datetime, *, open_: bool) -> None:
    """Switch a room's chat on or off. Earlier messages stay.

    Team members can always write to each other, because they need it to play. Raises
    ``Forbidden`` for everyone except the host or the player standing in for the host.
    """
    with locked_room(room.code) as locked:
        require_host(locked, get_current_game(locked), host, now)
        chat = get_or_create_chat(locked.pk)
        if chat.open != open_:
            chat.open = open_
            chat.save(update_fields=["open"])
            bump_stamp(locked.pk)
