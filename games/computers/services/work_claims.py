"""Leases on work for the engine: games that wait for a computer player, and hints.

A lease is short and is renewed while the work goes on. If a worker dies, its lease runs out and
another takes over. Two workers on one move only waste time: the turn number lets in only one of the
two moves. This module also decides which work comes first, and how much time it gets.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Value, When, Window
from django.db.models.functions import RowNumber

from games.computers.models import Hint
from games.play.models import Game, SeatMember
from games.play.services.schedule import get_retry_delay

# Renewed three times in its span, so a game waits no longer than this for a worker that died.
CLAIM_LEASE = timedelta(seconds=6)

MAX_CLOCK_SKEW = timedelta(seconds=20)
"""A time further ahead than this was written by a machine with a wrong clock, and counts as
past.
"""

TARGET_WAIT_SECONDS = 4.0
"""Seconds within which all who wait should be answered; the engine's time is shared out
accordingly.
"""

LONG_WAIT = timedelta(seconds=10)
"""After this wait, a game against computers only gets the priority of games with several people."""

MAX_SCANNED = 200
"""Number of waiting pieces of work among which the next is chosen."""

Work = TypeVar("Work", Game, Hint)


@dataclass(frozen=True, slots=True)
class WorkClaim(Generic[Work]):
    """A piece of work and the ``seconds`` of engine time for it.

    Every host who waits gets an equal share, divided among the rooms in which computers have to
    act.
    """

    work: Work
    seconds: float


class FairQueue:
    """Decides whose work comes next.

    Games with several people precede games against computers only. Then comes the host served
    longest ago, and then the work that has waited longest. A worker has one queue per kind of work;
    ``threads`` is the number of its threads.
    """

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._served: dict[UUID, int] = {}
        self._count = 0

    def pick(self, works: list[Any], limit: int, busy: set[UUID]) -> list[Any]:
        """Return up to ``limit`` of ``works``, which are sorted by waiting time.

        ``busy`` are hosts whose game against computers is already in progress; they get no second
        one.
        """
        busy, left, picked = set(busy), _without_busy_practice(works, busy), list[Any]()
        while left and len(picked) < limit:
            chosen = min(left, key=lambda work: (work.later, self._served.get(work.host, 0)))
            picked.append(chosen)
            self._serve(chosen.host)
            if chosen.alone:
                busy.add(chosen.host)
            left.remove(chosen)
            left = _without_busy_practice(left, busy)
        return picked

    def _serve(self, host: UUID) -> None:
        self._count += 1
        self._served.pop(host, None)
        self._served[host] = self._count
        # Forgets the host served longest ago, which bounds the memory.
        if len(self._served) > 4 * MAX_SCANNED:
            del self._served[next(iter(self._served))]


def _without_busy_practice(works: list[Any], busy: set[UUID]) -> list[Any]:
    """Leave out these hosts' games against computers only."""
    return [work for work in works if work.host not in busy or not work.alone]


def claim_games(now: datetime, limit: int, fair_queue: FairQueue) -> list[WorkClaim[Game]]:
    """Claim up to ``limit`` unclaimed games in which a computer player has to act."""
    waiting = Game.objects.filter(Q(computer_at__lte=now) | Q(computer_at__gt=now + MAX_CLOCK_SKEW))
    if not waiting.exists():
        return []  # this runs several times a second, and usually there is no work
    others = SeatMember.objects.filter(game=OuterRef("pk")).exclude(player=OuterRef("room__host"))
    queue = waiting.select_related("room").annotate(
        host=F("room__host_id"),
        since=F("computer_at"),
        alone=~Exists(others),
        later=Case(
            When(Exists(others) | Q(computer_at__lt=now - LONG_WAIT), then=Value(0)),
            default=Value(1),
        ),
    )
    in_hand = queue.filter(claimed_until__range=(now, now + MAX_CLOCK_SKEW), failures=0, alone=True)
    return _claim_next(
        queue, now, limit, fair_queue, busy=set(in_hand.values_list("host", flat=True))
    )


def claim_hints(now: datetime, limit: int, fair_queue: FairQueue) -> list[WorkClaim[Hint]]:
    """Claim up to ``limit`` unanswered hints that no one works on."""
    waiting = Hint.objects.filter(plays__isnull=True)
    if not waiting.exists():
        return []
    queue = waiting.annotate(
        host=F("game__room__host_id"), since=F("asked_at"), alone=Value(False), later=Value(0)
    )
    return _claim_next(queue, now, limit, fair_queue, busy=set())


def renew_claim(work: Game | Hint, now: datetime) -> None:
    """Extend a claim while the work goes on."""
    type(work).objects.filter(pk=str(work.pk)).update(claimed_until=now + CLAIM_LEASE)


def release_claim(work: Game | Hint) -> None:
    """Release a claim, so that the game's next act can start at once."""
    type(work).objects.filter(pk=str(work.pk)).update(claimed_until=None)


def postpone_after_failure(work: Game | Hint, now: datetime) -> int:
    """Postpone failed work by a growing delay, and return its number of consecutive failures.

    Any write to the game resets the count.
    """
    failures = 1
    if isinstance(work, Game):
        Game.objects.filter(pk=work.pk).update(failures=F("failures") + 1)
        failures = Game.objects.values_list("failures", flat=True).get(pk=work.pk)
    pause = get_retry_delay(failures - 1)
    type(work).objects.filter(pk=str(work.pk)).update(claimed_until=now + pause)
    return failures


def _claim_next(
    waiting: QuerySet[Any], now: datetime, limit: int, fair_queue: FairQueue, busy: set[UUID]
) -> list[WorkClaim[Any]]:
    """Claim the next pieces of work.

    ``waiting`` is annotated with the ``host``, the time ``since`` when it waits, whether the host
    is ``alone``, and whether it comes ``later`` than other work. For ``busy`` see
    :class:`FairQueue`.
    """
    free = _is_free(waiting.model, now)
    # Numbered per host, so that one host with many rooms cannot fill the scan.
    place = Window(RowNumber(), partition_by="host", order_by=["later", "since", "pk"])
    queue = waiting.filter(free).annotate(place=place).filter(place__lte=limit)
    works = list(queue.order_by("place", "since")[:MAX_SCANNED])
    if not works:
        return []
    crowd = dict(waiting.order_by().values_list("host").annotate(Count("pk")))
    claims = []
    for work in fair_queue.pick(works, limit, busy):
        if type(work).objects.filter(free, pk=work.pk).update(claimed_until=now + CLAIM_LEASE):
            # The crowd was counted after the queue was read: this host may have left it since.
            share = max(1, len(crowd)) * crowd.get(work.host, 1)
            seconds = TARGET_WAIT_SECONDS * fair_queue.threads / share
            claims.append(WorkClaim(work, seconds))
    return claims


def _is_free(kind: type[Game | Hint], now: datetime) -> Q:
    """Match unclaimed work. After a failure, a claim may legitimately last longer than a lease."""
    from_another_clock = Q(claimed_until__gt=now + MAX_CLOCK_SKEW)
    if kind is Game:
        from_another_clock &= Q(failures=0)
    return Q(claimed_until=None) | Q(claimed_until__lt=now) | from_another_clock
