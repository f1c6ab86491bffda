"""What every page knows of who looks at it."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.players.identity import player_of


def person(request: HttpRequest) -> dict[str, Any]:
    """``me``: the player, false for a stranger; looked up where a template asks."""
    has_session = hasattr(request, "session")  # a request refused early has none
    return {"me": SimpleLazyObject(lambda: player_of(request) if has_session else None)}
