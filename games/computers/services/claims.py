"""Who thinks about what: leases on games that wait for a computer player, and on hints.

A lease is short and renewed while the work goes on; a worker that dies lets it run out, and
another takes over. Two workers that think about one move cost time only: the turn number lets
one of the two moves in.
"""

from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import F, Q, QuerySet

from games.computers.models import Hint
from games.play.models import Game
from games.play.services.schedule import pause_after

LEASE = timedelta(seconds=6)

Work = TypeVar("Work", Game, Hint)


def claim_games(now: datetime, most: int) -> list[Game]:
    """Take up to ``most`` games whose computer player is to act and that nobody works on."""
    waiting = Game.objects.filter(computer_due=True).select_related("room")
    return _claim(waiting.order_by("moved_at"), now, most)


def claim_hints(now: datetime, most: int) -> list[Hint]:
    """Take up to ``most`` questions that nobody answers yet."""
    return _claim(Hint.objects.filter(plays__isnull=True).order_by("asked_at"), now, most)


def renew(work: Game | Hint, now: datetime) -> None:
    """Keep a claim while the work goes on."""
    type(work).objects.filter(pk=str(work.pk)).update(claimed_until=now + LEASE)


def release(work: Game | Hint) -> None:
    """Give a claim back, so that whatever comes next starts at once."""
    type(work).objects.filter(pk=str(work.pk)).update(claimed_until=None)


def put_off(work: Game | Hint, now: datetime) -> int:
    """Leave work alone that has failed, for a pause that grows; returns how often in a row it
    has. A write to the game starts the count anew."""
    failures = 1
    if isinstance(work, Game):
        Game.objects.filter(pk=work.pk).update(failures=F("failures") + 1)
        failures = Game.objects.values_list("failures", flat=True).get(pk=work.pk)
    pause = pause_after(failures - 1)
    type(work).objects.filter(pk=str(work.pk)).update(claimed_until=now + pause)
    return failures


def _claim(waiting: QuerySet[Work], now: datetime, most: int) -> list[Work]:
    free = Q(claimed_until=None) | Q(claimed_until__lt=now)
    return [
        work
        for work in waiting.filter(free)[:most]
        if waiting.filter(free, pk=str(work.pk)).update(claimed_until=now + LEASE)
    ]
