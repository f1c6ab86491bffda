"""Erase and export a player's chat data. After erasure the messages stay, without the name."""

from typing import Any

from games.chat.models import Message
from games.chat.services.mutes import refresh_shared_rooms
from games.players.models import Player


def erase_chat_data(player: Player, **_signal: Any) -> None:
    """Delete the mutes and blocks of a player who deletes their account."""
    player.mutes.all().delete()
    player.blocks.all().delete()
    refresh_shared_rooms(player)


def export_chat_data(player: Player, **_signal: Any) -> dict[str, Any]:
    """Return a player's own messages, mutes and blocks as plain data."""
    messages = Message.objects.filter(author=player).order_by("pk")
    return {
        "said": list(messages.values("chat__room__code", "channel", "text", "phrase", "sent_at")),
        "muted": [one.other.nickname for one in player.mutes.select_related("other")],
        "blocked": [one.other.nickname for one in player.blocks.select_related("other")],
    }
