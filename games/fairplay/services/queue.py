"""The queue of finished rated games, each measured once, by one worker at a time.

A worker that claims a game holds a lease. If the lease expires because the worker was killed, the
next worker starts over. The figures are written in the transaction that removes the game from the
queue.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q

from games.fairplay.models import PendingGame
from games.play.models import Game
from games.ratings.models import RatedGame

# How long a worker has for one game before another may take it over.
LEASE = timedelta(minutes=5)
SETTLES = timedelta(seconds=30)
"""How long to wait after a game ends, because pages may still report that they were hidden."""
MAX_FAILURES = 3


def queue_ended_game(game: Game, **_signal: Any) -> None:
    """Queue a game that has just ended and been rated."""
    if game.rated and game.ended_at and RatedGame.objects.filter(game=game).exists():
        PendingGame.objects.bulk_create(
            [PendingGame(game=game, asked_at=game.ended_at)], ignore_conflicts=True
        )


def claim_game(now: datetime) -> PendingGame | None:
    """Claim the game that has waited longest, or return ``None``. A game that has failed several
    times is dropped."""
    free = Q(claimed_until=None) | Q(claimed_until__lt=now)
    waiting = PendingGame.objects.filter(free, asked_at__lte=now - SETTLES)
    # The conditional update below lets only one worker win. Trying three rows gives the others a
    # game as well.
    for pending in waiting.order_by("asked_at")[:3]:
        if pending.failures >= MAX_FAILURES:
            pending.delete()
            continue
        taken = PendingGame.objects.filter(free, pk=pending.pk)
        if taken.update(claimed_until=now + LEASE, failures=F("failures") + 1):
            return pending
    return None
