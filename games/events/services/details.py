"""What a director may change about an event: its name, times, entry and places."""

from dataclasses import fields, replace
from datetime import datetime, timedelta
from typing import Any

from games.common.names import clean_title
from games.events.models import Event, EventRound
from games.events.services.acts import ActRecorder, record_act, require_not_over
from games.events.terms.settings import FIXED_ONCE_BEGUN, EventDetails
from games.players.models import Player
from scrabble_site.shared.refusals import InvalidRequest


def build_detail_columns(details: EventDetails) -> dict[str, Any]:
    """Return the columns of an event with these details.

    Raises ``InvalidRequest`` if the event would have no name.
    """
    title = clean_title(details.title)
    if not title:
        raise InvalidRequest("event.no_title")
    columns = {one.name: getattr(details, one.name) for one in fields(EventDetails)}
    return columns | {"title": title, "about": details.about.strip()}


def change_details(
    code: str, director: Player, details: EventDetails, now: datetime, key: str = ""
) -> None:
    """Change an event that is not over.

    The start and checking in stay as they are once the event has begun. If there are fewer places
    than entrants now, all of them stay.
    """
    with record_act(code, director, "details", now, key) as act:
        event = act.event
        require_not_over(event)
        if event.stage != Event.Stage.OPEN:
            kept = {name: getattr(event, name) for name in FIXED_ONCE_BEGUN}
            details = replace(details, **kept)
        if event.arena_minutes is not None:
            details = replace(details, break_minutes=None)
        usual = event.break_minutes
        act.update(event, **build_detail_columns(details))
        if event.break_minutes != usual:
            _plan_next_start(act)


def _plan_next_start(act: ActRecorder) -> None:
    """Set the start of the next round anew, if the last one is over."""
    event = act.event
    last = event.rounds.order_by("-number").first()
    if last is None or last.stage != EventRound.Stage.OVER or last.ended_at is None:
        return
    minutes = event.break_minutes
    due_at = None if minutes is None else last.ended_at + timedelta(minutes=minutes)
    act.update(last, due_at=due_at)


def read_details(event: Event) -> EventDetails:
    """Return the details of an event as they are."""
    return EventDetails(**{one.name: getattr(event, one.name) for one in fields(EventDetails)})
