"""Which divisions of an event a page shows: all of them, or the one that its address names."""

from collections.abc import Sequence

from games.common.requests import PageRequest
from games.events.models import Event
from games.events.perspective.round_views import list_divisions


def list_chosen_divisions(request: PageRequest, event: Event) -> Sequence[str]:
    """Return the names of the divisions to show; an unknown name shows all."""
    chosen = request.GET.get("division", "")
    return [chosen] if chosen in event.divisions else list_divisions(event)
