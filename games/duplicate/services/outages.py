"""Giving back the time of an outage: the turns that ran and the pauses end later."""

from datetime import datetime
from typing import Any

from django.db.models import F

from games.duplicate.models import DuplicateEntrant, DuplicateGame


def put_off_turns(began: datetime, ended: datetime, **_signal: Any) -> None:
    """Put off the end of every running turn and pause by the length of an outage."""
    running = DuplicateGame.objects.filter(due_at__isnull=False)
    lost = ended - began
    present = DuplicateEntrant.objects.filter(game__in=running, seen_at__isnull=False)
    # No one could be seen meanwhile.
    DuplicateEntrant.objects.filter(pk__in=present.values("pk")).update(seen_at=F("seen_at") + lost)
    running.update(due_at=F("due_at") + lost, stamp=F("stamp") + 1)
