"""Template tags that lead from events to clubs."""

from django import template

from games.clubs.models import Club
from games.clubs.perspective.club_views import list_clubs_of_event
from games.players.models import Player

register = template.Library()


@register.simple_tag(takes_context=True)
def clubs_of_event(context: dict[str, object], code: str) -> list[Club]:
    """Return the club that holds an event, or both clubs of a match."""
    me = context.get("me")
    return list_clubs_of_event(code, me if isinstance(me, Player) else None)
