"""Giving back the time of an outage: absences are judged later, and breaks keep their length."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from games.events.models import Event, EventRound, EventTable


def put_off_rounds(began: datetime, ended: datetime, **_signal: Any) -> None:
    """Put off clocks, breaks, absences and the ends of arenas by the length of an outage.

    Rounds that would have started meanwhile are put off as well. Paused events are left out: they
    get back the whole time of the pause when they are resumed.
    """
    lost = ended - began
    with transaction.atomic():
        events = Event.objects.filter(
            paused=False, stage__in=(Event.Stage.OPEN, Event.Stage.RUNNING)
        )
        locked = events.select_for_update(no_key=True).order_by("pk")
        pks = list(locked.values_list("pk", flat=True))
        missed = Event.objects.filter(pk__in=pks, stage=Event.Stage.OPEN, starts_at__gte=began)
        by_itself = Q(break_minutes__isnull=False) | Q(arena_minutes__isnull=False)
        missed = missed.filter(by_itself, starts_at__lt=ended)
        missed.update(starts_at=F("starts_at") + lost, stamp=F("stamp") + 1)
        here = Event.objects.filter(pk__in=pks, on_boards=False)
        rounds = EventRound.objects.filter(event__in=here)
        rounds.filter(due_at__isnull=False).update(due_at=F("due_at") + lost)
        started = rounds.filter(stage=EventRound.Stage.STARTED)
        started.update(started_at=F("started_at") + lost)
        waiting = EventTable.objects.filter(round__event__in=here, result_from="")
        waiting.filter(opened_at__isnull=False).update(opened_at=F("opened_at") + lost)
        arenas = here.filter(stage=Event.Stage.RUNNING, ends_at__isnull=False)
        arenas.update(ends_at=F("ends_at") + lost, stamp=F("stamp") + 1)
