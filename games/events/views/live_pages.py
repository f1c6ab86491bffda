"""What the live pages about a part of an event have in common, see ``event_part.html``."""

from typing import Any

from games.common.requests import PageRequest
from games.events.models import Event
from games.events.perspective.event_views import compute_refresh_window_ms


def build_page_context(request: PageRequest, event: Event) -> dict[str, Any]:
    """Return the event, and how its page asks for its part again after each change."""
    return {
        "event": event,
        "own": request.get_full_path(),
        "spread": compute_refresh_window_ms(event.entrants.count()),
    }
