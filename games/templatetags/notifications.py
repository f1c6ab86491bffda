"""Template tags that pass a player's notification settings to the page's script."""

from typing import Any

from django import template

from games.accounts.forms import SoundForm
from games.players.models import Player
from games.players.services.notification_settings import (
    NotificationChannel,
    NotificationEvent,
    get_notification_settings,
    list_channels,
)

register = template.Library()

PAGE_CHANNELS = (
    NotificationChannel.SOUND,
    NotificationChannel.VIBRATION,
    NotificationChannel.NOTIFICATION,
    NotificationChannel.PUSH,
)
"""Channels that a page handles itself, or leaves to the service worker."""


@register.simple_tag(takes_context=True)
def notification_settings(context: dict[str, Any]) -> dict[str, Any]:
    """Return the kinds of events for each channel, whether sounds are on, and their volume.

    Returns nothing for visitors who are not players yet.
    """
    player: Player | None = context.get("me") or None
    if player is None:
        return {}
    preferences = get_notification_settings(player)
    values = {
        channel.value: [
            kind.value for kind in NotificationEvent if channel in list_channels(preferences, kind)
        ]
        for channel in PAGE_CHANNELS
    }
    return values | {"sounds": preferences.sounds, "volume": preferences.volume}


@register.inclusion_tag("games/accounts/pieces/sounds.html")
def sound_switch(player: Player) -> dict[str, Any]:
    """Draw the short form: one switch for all sounds, and the volume."""
    preferences = get_notification_settings(player)
    return {"form": SoundForm(initial={"sounds": preferences.sounds, "volume": preferences.volume})}
