"""Who thinks about what: leases on games that wait for a computer player, and on hints.

A lease is short and renewed while the work goes on; a worker that dies lets it run out, and
another takes over. Two workers that think about one move cost time only: the turn number lets
one of the two moves in. Whose work comes first when there is more of it than thinkers, and how
long it may take then, is settled here too.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Value, When, Window
from django.db.models.functions import RowNumber

from games.computers.models import Hint
from games.play.models import Game, Holder
from games.play.services.schedule import pause_after

LEASE = timedelta(seconds=6)

OFF = timedelta(seconds=20)
"""No turn is planned and no lease taken so far ahead: a machine did whose clock was wrong."""

PATIENCE = 4.0
"""Seconds within which everyone who waits is to be answered: thinkers have so much to share out."""

LONG = timedelta(seconds=10)
"""Who practises alone and has waited so long comes as soon as those who play with others."""

LOOKED_AT = 200
"""Pieces of work among which the next is chosen, the first of each host before the second."""

Work = TypeVar("Work", Game, Hint)


@dataclass(frozen=True, slots=True)
class Claim(Generic[Work]):
    """A piece of work, and the ``seconds`` of one thinker that fall to it: every host who waits is
    given as much as every other, and divides it among the rooms in which computers are to act."""

    work: Work
    seconds: float


class Rota:
    """Whose work comes next: what keeps several people waiting before what somebody practises with
    alone, then that of the host who was served longest ago, and of two such what has waited longer.
    A worker keeps one for each kind of work, of which ``thinkers`` do several at once."""

    def __init__(self, thinkers: int) -> None:
        self.thinkers = thinkers
        self._served: dict[UUID, int] = {}
        self._count = 0

    def pick(self, works: list[Any], most: int, busy: set[UUID]) -> list[Any]:
        """The next to be served of ``works``, which stand in the order of waiting. ``busy``: hosts
        with a game of practice in hand, who get no second one at the same time."""
        busy, left, picked = set(busy), _without(works, busy), list[Any]()
        while left and len(picked) < most:
            chosen = min(left, key=lambda work: (work.later, self._served.get(work.host, 0)))
            picked.append(chosen)
            self._serve(chosen.host)
            if chosen.alone:
                busy.add(chosen.host)
            left.remove(chosen)
            left = _without(left, busy)
        return picked

    def _serve(self, host: UUID) -> None:
        self._count += 1
        self._served.pop(host, None)
        self._served[host] = self._count
        if len(self._served) > 4 * LOOKED_AT:
            del self._served[next(iter(self._served))]


def _without(works: list[Any], busy: set[UUID]) -> list[Any]:
    """All but the games of practice of these hosts."""
    return [work for work in works if work.host not in busy or not work.alone]


def claim_games(now: datetime, most: int, rota: Rota) -> list[Claim[Game]]:
    """Take up to ``most`` games whose computer player is to act and that nobody works on."""
    waiting = Game.objects.filter(Q(computer_at__lte=now) | Q(computer_at__gt=now + OFF))
    if not waiting.exists():
        return []  # looked at several times a second, mostly in vain
    others = Holder.objects.filter(game=OuterRef("pk")).exclude(player=OuterRef("room__host"))
    line = waiting.select_related("room").annotate(
        host=F("room__host_id"),
        since=F("computer_at"),
        alone=~Exists(others),
        later=Case(
            When(Exists(others) | Q(computer_at__lt=now - LONG), then=Value(0)), default=Value(1)
        ),
    )
    in_hand = line.filter(claimed_until__range=(now, now + OFF), failures=0, alone=True)
    return _claim(line, now, most, rota, busy=set(in_hand.values_list("host", flat=True)))


def claim_hints(now: datetime, most: int, rota: Rota) -> list[Claim[Hint]]:
    """Take up to ``most`` questions that nobody answers yet."""
    waiting = Hint.objects.filter(plays__isnull=True)
    if not waiting.exists():
        return []
    line = waiting.annotate(
        host=F("game__room__host_id"), since=F("asked_at"), alone=Value(False), later=Value(0)
    )
    return _claim(line, now, most, rota, busy=set())


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


def _claim(
    waiting: QuerySet[Any], now: datetime, most: int, rota: Rota, busy: set[UUID]
) -> list[Claim[Any]]:
    """``waiting`` is annotated with whose work each is, since when it has waited, whether nobody
    waits but the host, and whether it comes after other work. ``busy``: see :class:`Rota`."""
    free = _is_free(waiting.model, now)
    place = Window(RowNumber(), partition_by="host", order_by=["later", "since", "pk"])
    line = waiting.filter(free).annotate(place=place).filter(place__lte=most)
    works = list(line.order_by("place", "since")[:LOOKED_AT])
    if not works:
        return []
    crowd = dict(waiting.order_by().values_list("host").annotate(Count("pk")))
    claims = []
    for work in rota.pick(works, most, busy):
        if type(work).objects.filter(free, pk=work.pk).update(claimed_until=now + LEASE):
            seconds = PATIENCE * rota.thinkers / (len(crowd) * crowd[work.host])
            claims.append(Claim(work, seconds))
    return claims


def _is_free(kind: type[Game | Hint], now: datetime) -> Q:
    """Nobody works on it. What has failed may rest for longer than a lease lasts."""
    from_another_clock = Q(claimed_until__gt=now + OFF)
    if kind is Game:
        from_another_clock &= Q(failures=0)
    return Q(claimed_until=None) | Q(claimed_until__lt=now) | from_another_clock
