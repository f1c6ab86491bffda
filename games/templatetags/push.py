"""What the page of settings shows of :mod:`games.push`."""

from typing import Any

from django import template

from games.players.models import Player
from games.push.services.keys import public_key
from games.push.services.subscriptions import told_browsers

register = template.Library()


@register.inclusion_tag("games/push/pieces/browser.html")
def push_here(player: Player | None) -> dict[str, Any]:
    """Whether this browser is told. Browsers are known by marks: their addresses are secret."""
    if player is None:
        return {}
    marks = " ".join(told_browsers(player).values_list("mark", flat=True))
    return {"player": player, "marks": marks, "key": public_key()}
