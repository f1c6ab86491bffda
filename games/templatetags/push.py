"""Template tag for push notifications (:mod:`games.push`) on the settings page."""

from typing import Any

from django import template

from games.players.models import Player
from games.push.services.subscriptions import list_active_subscriptions
from games.push.services.vapid_keys import get_public_key

register = template.Library()


@register.inclusion_tag("games/push/pieces/browser.html")
def push_switch(player: Player | None) -> dict[str, Any]:
    """Draw the switch for push notifications in this browser.

    The page recognises its subscription by a hash, because the URL is secret.
    """
    if player is None:
        return {}
    marks = " ".join(list_active_subscriptions(player).values_list("endpoint_hash", flat=True))
    return {"player": player, "marks": marks, "key": get_public_key()}
