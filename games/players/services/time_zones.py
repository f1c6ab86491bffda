"""The time zone that a player lives in. E-mails and push messages give dates in it."""

from collections.abc import Mapping
from zoneinfo import ZoneInfo

from games.common.time_zones import get_browser_zone, load_time_zone
from games.players.models import Player
from games.players.services.notification_settings import get_notification_settings


def save_time_zone(player: Player, name: str) -> None:
    """Keep the time zone of the browser that a player uses, an IANA name."""
    player.time_zone = name
    Player.objects.filter(pk=player.pk).update(time_zone=name)  # a guest's row may be gone


def get_zone_name(player: Player) -> str:
    """Return the name of the zone chosen in the notification settings, else of the browser's.

    "" if neither is known.
    """
    return get_notification_settings(player).zone or player.time_zone


def get_page_zone(cookies: Mapping[str, str], player: Player | None) -> str:
    """Return the name of the zone in which a visitor reads pages; "" if it is unknown.

    It is that of the browser in their hands, and else of the one that the player used last.
    """
    return get_browser_zone(cookies) or (player.time_zone if player else "")


def get_reading_zone(player: Player) -> ZoneInfo:
    """Return the time zone for messages to a player; UTC if none is known."""
    return load_time_zone(get_zone_name(player))
