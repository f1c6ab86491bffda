"""What all viewers of an event see alike and what takes longest to make, kept from page to page.

After each change the pages of all players ask for their own parts within seconds.
"""

from dataclasses import dataclass

from django.utils.translation import get_language

from games.common.latest_cache import LatestCache
from games.events.models import Event
from games.events.perspective.round_views import list_divisions
from games.events.perspective.standings import EventStanding, build_standings
from games.events.store.event_state import EventRows, load_event_rows


@dataclass(frozen=True, slots=True)
class SharedParts:
    """An event's rows, and its standings by division."""

    rows: EventRows
    standings: tuple[tuple[str, list[EventStanding]], ...]


_shared_parts: LatestCache[SharedParts] = LatestCache(32)
"""By the event's code and the language, at the stamp of the event's row."""


def clear_shared_parts() -> None:
    """Clear the cache after rows were changed without the services."""
    _shared_parts.forget()


def load_shared_parts(event: Event) -> SharedParts:
    """Return the parts at the stamp of this row. Nobody may change what is in them."""
    key = event.code, get_language()
    found = _shared_parts.get_at(key, event.stamp)
    if found is None:
        rows = load_event_rows(event, latest_tables=True)
        listed = list_divisions(event) if rows.rounds else ()
        found = SharedParts(rows, tuple((name, build_standings(rows, name)) for name in listed))
        _shared_parts.put(key, event.stamp, found)
    return found
