"""Giving back the time of an outage: absences are judged later, and breaks keep their length."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from games.events.models import Event, EventRound, EventTable


def put_off_rounds(began: datetime, ended: datetime, **_signal: Any) -> None:
    """Put off the starts of clocks, the ends of breaks and absences by the length of an outage."""
    here = Event.objects.filter(on_boards=False)
    rounds = EventRound.objects.filter(event__in=here)
    lost = ended - began
    with transaction.atomic():
        rounds.filter(due_at__isnull=False).update(due_at=F("due_at") + lost)
        started = rounds.filter(stage=EventRound.Stage.STARTED)
        started.update(started_at=F("started_at") + lost)
        waiting = EventTable.objects.filter(round__event__in=here, result_from="")
        waiting.filter(opened_at__isnull=False).update(opened_at=F("opened_at") + lost)
        arenas = here.filter(stage=Event.Stage.RUNNING, ends_at__isnull=False)
        arenas.update(ends_at=F("ends_at") + lost)
