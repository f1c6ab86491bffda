"""Giving back the time of an outage: seasons end later, and challenges may be answered later."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from games.leagues.models import LadderChallenge, Season


def put_off_deadlines(began: datetime, ended: datetime, **_signal: Any) -> None:
    """Put off the ends of seasons and of open challenges by the length of an outage.

    The season that is open for sign-ups starts later as well, so that the break keeps its length.
    """
    lost = ended - began
    with transaction.atomic():
        running = Season.objects.filter(stage=Season.Stage.RUNNING)
        following = Season.objects.filter(
            stage=Season.Stage.OPEN, league__in=running.values("league")
        )
        following.update(starts_at=F("starts_at") + lost)
        running.update(ends_at=F("ends_at") + lost)
        unanswered = LadderChallenge.objects.filter(stage=LadderChallenge.Stage.OPEN)
        unanswered.update(answer_by=F("answer_by") + lost)
