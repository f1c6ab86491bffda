"""The queue of analyses. One process at a time works on each analysis, under a lease that it
renews.

Every move is saved as soon as it is analysed, so if a process dies, another resumes its work. Two
processes on one analysis do no harm: a move is saved only once, and a report is completed only
once.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Case, CharField, F, Q, Value, When, Window
from django.db.models.functions import Cast, RowNumber

from games.analysis.models import AnalysedTurn, Analysis
from games.analysis.signals import analysis_completed
from games.computers.services.work_claims import FairQueue
from games.engine.analysis.report import (
    AnalysisLevel,
    GameReport,
    TurnReport,
    read_turn,
    turn_to_json,
)

AnalysisState = Analysis.State

WORK_LEASE = timedelta(seconds=40)
"""A move takes a few seconds at most, and several times that on a busy machine."""
# Failures in a row after which an analysis is given up.
MAX_FAILURES = 3
RETRY_DELAY = timedelta(seconds=10)
"""How long a failed analysis is left alone."""
# Waiting analyses among which the next is chosen.
MAX_SCANNED = 200


def is_work_waiting(now: datetime) -> bool:
    return Analysis.objects.filter(_list_free(now), state=AnalysisState.WAITING).exists()


def claim_next_analysis(holder: str, now: datetime, fair_queue: FairQueue) -> Analysis | None:
    """Claim the next analysis, or return ``None`` if there is none.

    Quick analyses come before thorough ones. Addresses take turns, the one served longest ago
    first, and every address gets its first analysis before any gets its second. Requests without an
    address count per requester.
    """
    free = Analysis.objects.filter(_list_free(now), state=AnalysisState.WAITING)
    queue = free.annotate(
        host=Case(When(asked_from="", then=Cast("asker_id", CharField())), default=F("asked_from")),
        # Required by FairQueue, which also serves computer players.
        alone=Value(False),
        later=Case(When(level=AnalysisLevel.QUICK, then=Value(0)), default=Value(1)),
    ).annotate(place=Window(RowNumber(), partition_by="host", order_by=["later", "asked_at", "pk"]))
    works = list(queue.order_by("place", "later", "asked_at")[:MAX_SCANNED])
    for work in fair_queue.pick(works, 1, set()):
        mine = {"holder": holder, "claimed_until": now + WORK_LEASE}
        # Another process may have claimed it since it was read; only one update matches.
        if Analysis.objects.filter(_list_free(now), pk=work.pk, state=AnalysisState.WAITING).update(
            **mine
        ):
            return Analysis.objects.get(pk=work.pk)
    return None


def _list_free(now: datetime) -> Q:
    return Q(claimed_until=None) | Q(claimed_until__lt=now)


def begin_analysis(analysis: Analysis, turns: int) -> dict[int, TurnReport]:
    """Record the number of moves, and return those already analysed, by number."""
    Analysis.objects.filter(pk=analysis.pk).update(turns=turns)
    rows = analysis.parts.values_list("number", "report")
    return {number: read_turn(data) for number, data in rows}


def save_turn(analysis: Analysis, turn: TurnReport, now: datetime) -> bool:
    """Save one move and renew the lease.

    Returns false if the analysis was cancelled or reassigned.
    """
    held = Analysis.objects.filter(
        pk=analysis.pk, holder=analysis.holder, state=AnalysisState.WAITING
    )
    with transaction.atomic():
        if not held.update(claimed_until=now + WORK_LEASE):
            return False
        part = AnalysedTurn(analysis=analysis, number=turn.number, report=turn_to_json(turn))
        # Another process may have saved the same move already.
        AnalysedTurn.objects.bulk_create([part], ignore_conflicts=True)
    return True


def complete_analysis(analysis: Analysis, report: GameReport, now: datetime) -> bool:
    """Replace the parts with the finished report.

    Returns false if it is already complete or cancelled.
    """
    with transaction.atomic():
        done = Analysis.objects.filter(pk=analysis.pk, state=AnalysisState.WAITING).update(
            state=AnalysisState.DONE,
            done_at=now,
            asked_from="",
            holder="",
            claimed_until=None,
            version=report.version,
            report=report.to_json(),
        )
        if done:
            analysis.parts.all().delete()
            level = AnalysisLevel(analysis.level)
            analysis_completed.send(sender=Analysis, record_id=analysis.record_id, level=level)
    return bool(done)


def postpone_after_failure(analysis: Analysis, now: datetime) -> None:
    """Put a failed analysis back for a while or, after too many failures, give it up."""
    held = Analysis.objects.filter(
        pk=analysis.pk, holder=analysis.holder, state=AnalysisState.WAITING
    )
    failures = analysis.failures + 1
    state = AnalysisState.FAILED if failures >= MAX_FAILURES else AnalysisState.WAITING
    held.update(state=state, failures=failures, holder="", claimed_until=now + RETRY_DELAY)


def release_analysis(analysis: Analysis) -> None:
    """Give up the lease, so that another process can resume the analysis."""
    Analysis.objects.filter(pk=analysis.pk, holder=analysis.holder).update(
        holder="", claimed_until=None
    )
