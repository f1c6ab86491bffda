"""What goes when somebody leaves for good, and what they may take along. What they said stays,
without their name."""

from typing import Any

from games.chat.models import Message
from games.chat.services.muting import refresh_between
from games.players.models import Player


def take_away(player: Player, **_signal: Any) -> None:
    player.mutes.all().delete()
    player.blocks.all().delete()
    refresh_between(player)


def hand_out(player: Player, **_signal: Any) -> dict[str, Any]:
    """One's own words, and whom one keeps away from, in plain data."""
    said = Message.objects.filter(author=player).order_by("pk")
    return {
        "said": list(said.values("chat__room__code", "channel", "text", "phrase", "sent_at")),
        "muted": [one.other.nickname for one in player.mutes.select_related("other")],
        "blocked": [one.other.nickname for one in player.blocks.select_related("other")],
    }
