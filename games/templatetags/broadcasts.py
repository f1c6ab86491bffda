"""Template tags that lead to broadcasts and annotated games."""

from typing import Any
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.urls import reverse

from games.broadcasts.perspective.annotated_lists import list_games_of_event
from games.broadcasts.perspective.annotated_views import ScorekeepingView
from games.broadcasts.terms.annotated_moves import AnnotatedMove, split_position

register = template.Library()

EMBED_WIDTH, EMBED_HEIGHT = 720, 480


@register.simple_tag
def absolute_url(name: str, code: str) -> str:
    """Return the whole address of a page, by its name and the code in it."""
    return f"{settings.SITE_URL.rstrip('/')}{reverse(name, args=[code])}"


@register.simple_tag
def embed_code(name: str, code: str) -> str:
    """Return the HTML with which another site frames a page."""
    address = absolute_url(name, code)
    size = f'width="{EMBED_WIDTH}" height="{EMBED_HEIGHT}"'
    return f'<iframe src="{address}" {size} style="border:0"></iframe>'


@register.inclusion_tag("games/broadcasts/pieces/move_fields.html")
def move_fields(
    page: ScorekeepingView, prefix: object, move: AnnotatedMove, typed: dict[str, str]
) -> dict[str, object]:
    """Render the fields of a move: with what was typed, if a refused form was about it."""
    entered = {name: str(value) for name, value in move.to_json().items()}
    entered["square"], entered["direction"] = split_position(move.position)
    if is_about(typed, prefix):
        entered |= typed
    return {"page": page, "prefix": prefix, "entered": entered}


@register.filter
def is_about(typed: dict[str, str], prefix: object) -> bool:
    """Return whether a refused form was about a move: its number, or "new"."""
    if typed.get("act") == "correct":
        return typed.get("number") == str(prefix)
    return typed.get("act") == "add" and prefix == "new"


@register.simple_tag
def address_to_annotate(event: str, round_number: int, table: int) -> str:
    """Return the address of the form with which a director has a table written down."""
    chosen = urlencode({"event": event, "round": round_number, "table": table})
    return f"{reverse('games:annotate_game')}?{chosen}"


@register.simple_tag
def annotated_games_of(code: str) -> dict[tuple[int, int], str]:
    """Return the games written down at an event, by round and table."""
    return list_games_of_event(code)


@register.simple_tag
def annotated_game_at(games: dict[tuple[int, int], str], round_number: int, table: int) -> str:
    """Return the address of the game written down at a table, or ""."""
    code: Any = games.get((round_number, table)) if games else None
    return reverse("games:annotated_game", args=[code]) if code else ""
