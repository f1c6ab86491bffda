"""What a page's script must know of what is told how."""

from typing import Any

from django import template

from games.accounts.forms import SoundForm
from games.players.models import Player
from games.players.services.tellings import Channel, Kind, channels_of, telling_of

register = template.Library()

ON_PAGES = (Channel.SOUND, Channel.VIBRATION, Channel.NOTIFICATION, Channel.PUSH)
"""What pages tell by themselves, and what they leave to the service worker."""


@register.simple_tag(takes_context=True)
def tellings(context: dict[str, Any]) -> dict[str, Any]:
    """The kinds that are told by each channel, whether sounds are on, and their volume; nothing
    is told to a stranger."""
    player: Player | None = context.get("me") or None
    if player is None:
        return {}
    telling = telling_of(player)
    told = {
        channel.value: [kind.value for kind in Kind if channel in channels_of(telling, kind)]
        for channel in ON_PAGES
    }
    return told | {"sounds": telling.sounds, "volume": telling.volume}


@register.inclusion_tag("games/accounts/pieces/sounds.html")
def sound_switch(player: Player) -> dict[str, Any]:
    """The short form: a switch over all sounds, and a volume."""
    telling = telling_of(player)
    return {"form": SoundForm(initial={"sounds": telling.sounds, "volume": telling.volume})}
