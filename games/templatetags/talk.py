"""What the chat's panel needs of the page it stands on, and whom somebody keeps away from."""

from typing import Any

from django import template

from games.chat.perspective import tell_apart
from games.chat.text import PHRASES
from games.players.identity import known_id
from games.players.models import Player

register = template.Library()


@register.simple_tag
def ready_phrases() -> list[tuple[str, Any]]:
    """What can be said with one press, by name."""
    return list(PHRASES.items())


@register.simple_tag(takes_context=True)
def own_mark(context: dict[str, Any]) -> str:
    """The mark at everything that whoever looks has written."""
    return tell_apart(known_id(context["request"]))


@register.simple_tag
def kept_away(player: Player | None) -> dict[str, list[Player]]:
    """Whom somebody has blocked, and whom else they have muted."""
    if player is None:
        return {}
    blocked = [one.other for one in player.blocks.select_related("other")]
    muted = [one.other for one in player.mutes.select_related("other")]
    return {"blocked": blocked, "muted": [one for one in muted if one not in blocked]}
