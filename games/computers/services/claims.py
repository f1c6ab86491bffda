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

from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from games.computers.models import Hint
from games.play.models import Game
from games.play.services.schedule import pause_after

LEASE = timedelta(seconds=6)

PATIENCE = 4.0
"""Seconds within which everyone who waits is to be answered: thinkers have so much to share out."""

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
    """Whose work comes next: that of the host who was served longest ago, and of two such what has
    waited longer. A worker keeps one for each kind of work, of which ``thinkers`` do several at
    once."""

    def __init__(self, thinkers: int) -> None:
        self.thinkers = thinkers
        self._served: dict[UUID, int] = {}
        self._count = 0

    def pick(self, hosts: list[UUID], most: int) -> list[int]:
        """Indices of the next ones to be served; ``hosts`` in the order of waiting."""
        left = list(range(len(hosts)))
        picked: list[int] = []
        while left and len(picked) < most:
            chosen = min(left, key=lambda index: self._served.get(hosts[index], 0))
            left.remove(chosen)
            picked.append(chosen)
            self._serve(hosts[chosen])
        return picked

    def _serve(self, host: UUID) -> None:
        self._count += 1
        self._served.pop(host, None)
        self._served[host] = self._count
        if len(self._served) > 4 * LOOKED_AT:
            del self._served[next(iter(self._served))]


def claim_games(now: datetime, most: int, rota: Rota) -> list[Claim[Game]]:
    """Take up to ``most`` games whose computer player is to act and that nobody works on."""
    waiting = Game.objects.filter(computer_at__lte=now).select_related("room")
    line = waiting.annotate(host=F("room__host_id"), since=F("computer_at"))
    return _claim(line, now, most, rota)


def claim_hints(now: datetime, most: int, rota: Rota) -> list[Claim[Hint]]:
    """Take up to ``most`` questions that nobody answers yet."""
    waiting = Hint.objects.filter(plays__isnull=True)
    line = waiting.annotate(host=F("game__room__host_id"), since=F("asked_at"))
    return _claim(line, now, most, rota)


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


def _claim(waiting: QuerySet[Any], now: datetime, most: int, rota: Rota) -> list[Claim[Any]]:
    """``waiting`` is annotated with whose work each is, and since when it has waited."""
    free = Q(claimed_until=None) | Q(claimed_until__lt=now)
    place = Window(RowNumber(), partition_by="host", order_by=["since", "pk"])
    line = waiting.filter(free).annotate(place=place).filter(place__lte=most)
    works = list(line.order_by("place", "since")[:LOOKED_AT])
    if not works:
        return []
    crowd = dict(waiting.order_by().values_list("host").annotate(Count("pk")))
    claims = []
    for index in rota.pick([work.host for work in works], most):
        work = works[index]
        if type(work).objects.filter(free, pk=work.pk).update(claimed_until=now + LEASE):
            seconds = PATIENCE * rota.thinkers / (len(crowd) * crowd[work.host])
            claims.append(Claim(work, seconds))
    return claims
