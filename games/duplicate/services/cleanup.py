"""Deleting games that everyone left before they started."""

from datetime import datetime, timedelta

from django.db.models import F

from games.duplicate.models import DuplicateGame
from games.play.services.locking import write_transaction

ABANDONED_AFTER = timedelta(days=1)
MAX_DELETED_AT_ONCE = 100


def delete_abandoned_games(now: datetime) -> int:
    """Delete games that never started and in which no one has been for a day."""
    waiting = DuplicateGame.objects.filter(stage=DuplicateGame.Stage.WAITING)
    with write_transaction():
        free = waiting.filter(seen_at__lt=now - ABANDONED_AFTER).order_by("pk")
        rows = free.select_for_update(skip_locked=True)
        found = list(rows.values_list("pk", flat=True)[:MAX_DELETED_AT_ONCE])
        # Pages of the games before stop leading there.
        DuplicateGame.objects.filter(following__in=found).update(stamp=F("stamp") + 1)
        DuplicateGame.objects.filter(pk__in=found).delete()
    return len(found)
