"""Template tags for the chat panel, and for lists of blocked and muted players."""

from typing import Any

from django import template

from games.chat.perspective import get_author_mark
from games.chat.terms.message_text import READY_PHRASES
from games.players.models import Player
from games.players.services.identity import get_known_id

register = template.Library()


@register.simple_tag
def ready_phrases() -> list[tuple[str, Any]]:
    """Return the phrases that can be sent with one click, with their codes."""
    return list(READY_PHRASES.items())


@register.simple_tag(takes_context=True)
def own_mark(context: dict[str, Any]) -> str:
    """Return the mark that the viewer's own messages carry."""
    request = context.get("request")  # error pages are rendered without one
    return get_author_mark(get_known_id(request)) if request is not None else ""


@register.simple_tag
def blocked_players(player: Player | None) -> dict[str, list[Player]]:
    """Return the players that ``player`` has blocked, and those they have only muted."""
    if player is None:
        return {}
    blocked = [block.other for block in player.blocks.select_related("other")]
    muted = [mute.other for mute in player.mutes.select_related("other")]
    return {"blocked": blocked, "muted": [person for person in muted if person not in blocked]}
