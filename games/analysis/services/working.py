"""Who works on which analysis: one process at a time, as long as it gives signs of life.

Every act is kept as soon as it is looked at, so a process that dies leaves its work to another,
which goes on from there. Two that work on one game do no harm: an act is kept once, and a report
is complete once.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Case, F, Q, Value, When, Window
from django.db.models.functions import RowNumber

from games.analysis.models import AnalysedTurn, Analysis
from games.analysis.signals import analysed
from games.computers.services.claims import Rota
from games.engine.analysis.report import Level, Report, TurnReport, read_turn, turn_to_json

State = Analysis.State

LEASE = timedelta(seconds=20)
"""An act takes a few seconds at most, and several times that on a busy machine."""
MOST_FAILURES = 3
REST = timedelta(seconds=10)
"""How long what has failed is left alone."""
LOOKED_AT = 200


def is_work_waiting(now: datetime) -> bool:
    return Analysis.objects.filter(_free(now), state=State.WAITING).exists()


def claim_next(holder: str, now: datetime, rota: Rota) -> Analysis | None:
    """Take the analysis whose turn it is: quick ones before thorough ones, and of those the one of
    whoever was served longest ago; everybody's first before anybody's second."""
    free = Analysis.objects.filter(_free(now), state=State.WAITING)
    line = free.annotate(
        host=F("asker_id"),
        alone=Value(False),
        later=Case(When(level=Level.QUICK, then=Value(0)), default=Value(1)),
    ).annotate(
        place=Window(RowNumber(), partition_by="asker_id", order_by=["later", "asked_at", "pk"])
    )
    works = list(line.order_by("place", "later", "asked_at")[:LOOKED_AT])
    for work in rota.pick(works, 1, set()):
        mine = {"holder": holder, "claimed_until": now + LEASE}
        if Analysis.objects.filter(_free(now), pk=work.pk, state=State.WAITING).update(**mine):
            return Analysis.objects.get(pk=work.pk)
    return None


def _free(now: datetime) -> Q:
    return Q(claimed_until=None) | Q(claimed_until__lt=now)


def begin(analysis: Analysis, turns: int) -> dict[int, TurnReport]:
    """Note how many acts there are; returns those that were looked at before, by number."""
    Analysis.objects.filter(pk=analysis.pk).update(turns=turns)
    kept = analysis.parts.values_list("number", "told")
    return {number: read_turn(told) for number, told in kept}


def keep_turn(analysis: Analysis, turn: TurnReport, now: datetime) -> bool:
    """Keep one act; false when the analysis was called off, or given to somebody else."""
    held = Analysis.objects.filter(pk=analysis.pk, holder=analysis.holder, state=State.WAITING)
    with transaction.atomic():
        if not held.update(claimed_until=now + LEASE):
            return False
        part = AnalysedTurn(analysis=analysis, number=turn.number, told=turn_to_json(turn))
        AnalysedTurn.objects.bulk_create([part], ignore_conflicts=True)
    return True


def complete(analysis: Analysis, report: Report, now: datetime) -> bool:
    """Keep the report in place of its parts; false when that was done, or called off, before."""
    with transaction.atomic():
        done = Analysis.objects.filter(pk=analysis.pk, state=State.WAITING).update(
            state=State.DONE,
            done_at=now,
            holder="",
            claimed_until=None,
            version=report.version,
            report=report.to_json(),
        )
        if done:
            analysis.parts.all().delete()
            level = Level(analysis.level)
            analysed.send(sender=Analysis, record_id=analysis.record_id, level=level)
    return bool(done)


def put_off(analysis: Analysis, now: datetime) -> None:
    """Leave an analysis alone that has failed, for a while or, after some times, for good."""
    held = Analysis.objects.filter(pk=analysis.pk, holder=analysis.holder, state=State.WAITING)
    failures = analysis.failures + 1
    state = State.FAILED if failures >= MOST_FAILURES else State.WAITING
    held.update(state=state, failures=failures, holder="", claimed_until=now + REST)


def give_back(analysis: Analysis) -> None:
    """Leave an analysis to whoever comes next."""
    Analysis.objects.filter(pk=analysis.pk, holder=analysis.holder).update(
        holder="", claimed_until=None
    )
