"""Rounds that are paired and started without a director."""

import logging
from datetime import datetime

from django.db.models import Q

from games.events.models import Event, EventRound
from games.events.services.rounds import pair_next_round, start_round
from games.health.services import is_site_down
from scrabble_site.shared.refusals import Conflict

logger = logging.getLogger(__name__)


def run_due_events(now: datetime) -> list[str]:
    """Pair and start the rounds that are due. Returns the codes of the events that changed.

    An event whose round cannot be paired is paused, so that its directors see why.
    """
    return [code for code in list_due_events(now) if _start_next(code, now)]


def list_due_events(now: datetime) -> list[str]:
    """Return the codes of the events whose next round starts by itself now."""
    automatic = Event.objects.filter(paused=False, break_minutes__isnull=False)
    first = Q(stage=Event.Stage.OPEN, starts_at__lte=now, rounds=None)
    after_break = Q(
        stage=Event.Stage.RUNNING, rounds__stage=EventRound.Stage.OVER, rounds__due_at__lte=now
    )
    due = automatic.filter(first | after_break).filter(~is_site_down(now))
    return list(due.distinct().values_list("code", flat=True))


def _start_next(code: str, now: datetime) -> bool:
    try:
        pair_next_round(code, None, now)
        start_round(code, None, now)
    except Conflict as refusal:
        logger.warning("Event %s cannot go on by itself: %s", code, refusal.code)
        Event.objects.filter(code=code).update(paused=True)
    else:
        EventRound.objects.filter(event__code=code, stage=EventRound.Stage.OVER).update(due_at=None)
    return True
