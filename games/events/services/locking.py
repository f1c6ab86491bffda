"""One lock per event: every service locks the event's row before it changes anything in it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.models import F

from games.events.models import Event
from games.play.services.locking import write_transaction
from scrabble_site.shared.refusals import NotFound


@contextmanager
def locked_event(code: str) -> Iterator[Event]:
    """Open a transaction that locks an event, and yield its row. Raises ``NotFound``."""
    with write_transaction():
        event = Event.objects.select_for_update(no_key=True).filter(code=code).first()
        if event is None:
            raise NotFound("event.unknown")
        yield event


def raise_all_stamps(by: int) -> None:
    """Raise the stamps of all events, so that open pages take the next state for a newer one."""
    Event.objects.update(stamp=F("stamp") + by)
