"""What the settings page shows of :mod:`games.people`."""

from typing import Any

from django import template

from games.people.forms import PrivacyForm
from games.people.models import Privacy
from games.players.models import Player

register = template.Library()


@register.inclusion_tag("games/people/pieces/privacy.html", takes_context=True)
def privacy(context: dict[str, Any], player: Player | None) -> dict[str, Any]:
    """A member's choice of what others see; nothing for those who have no page."""
    if player is None or player.user_id is None:
        return {}
    chosen = Privacy.objects.filter(player=player).first() or Privacy()
    form = PrivacyForm({"profile": chosen.profile, "online": chosen.online})
    return {"form": form, "owner": player, "csrf_token": context.get("csrf_token")}
