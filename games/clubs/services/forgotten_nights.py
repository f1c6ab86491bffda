"""Club nights to which no one came: their events are called off, so that they do not pile up."""

from datetime import datetime, timedelta

from games.clubs.models import ClubEvent
from games.events.models import Event, EventDirector
from games.events.services.events import end_event
from scrabble_site.shared.refusals import Refusal

FORGOTTEN_AFTER = timedelta(days=1)
"""How long after its start a night that has not begun is called off."""


def call_off_forgotten_nights(now: datetime) -> list[str]:
    """Call off the nights that have not begun a day after they should. Returns events' codes."""
    waiting = ClubEvent.objects.filter(
        night__isnull=False,
        event__stage=Event.Stage.OPEN,
        event__starts_at__lte=now - FORGOTTEN_AFTER,
        event__rounds=None,
    )
    return [code for code in waiting.values_list("event__code", flat=True) if _end(code, now)]


def _end(code: str, now: datetime) -> bool:
    first = EventDirector.objects.filter(event__code=code).select_related("player").first()
    if first is None:
        return False
    try:
        end_event(code, first.player, now)
    except Refusal:  # a director has begun it this moment
        return False
    return True
