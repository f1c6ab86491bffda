"""Reading complete reports."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple, cast
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from games.analysis.models import Analysis
from games.engine.analysis.report import (
    VERSION,
    AnalysisLevel,
    GameReport,
    ReportDictionary,
    TurnReport,
    read_report,
    read_turn,
)

READ_NOTE_INTERVAL = timedelta(days=1)


class AnalysedTurnResult(NamedTuple):
    turn: TurnReport
    variant: str
    words: ReportDictionary


def find_report(record_id: UUID, level: AnalysisLevel | None = None) -> GameReport | None:
    """Return a record's report at this level, or the most thorough one; ``None`` if none is
    complete.

    The caller must have checked that the record may be seen.
    """
    found = _find_complete(record_id, level)
    return None if found is None else read_report(found)


def has_report(record_id: UUID) -> bool:
    return _list_complete(record_id).exists()


def find_turn(record_id: UUID, number: int) -> AnalysedTurnResult | None:
    """Return one move of the most thorough report, without parsing the rest of it."""
    complete = _find_complete(record_id, None)
    turns = complete["turns"] if complete else ()
    found = next((turn for turn in turns if turn["number"] == number), None)
    if complete is None or found is None:
        return None
    words = ReportDictionary(**complete.get("words", {}))
    return AnalysedTurnResult(read_turn(found), complete["variant"], words)


def _find_complete(record_id: UUID, level: AnalysisLevel | None) -> dict[str, Any] | None:
    done = _list_complete(record_id).values_list("level", "report", "pk", "read_at")
    rows = {row[0]: row for row in (done if level is None else done.filter(level=level))}
    row = next((rows[one] for one in reversed(AnalysisLevel) if one in rows), None)
    if row is None:
        return None
    _record_reading(row[2], row[3], timezone.now())
    return cast("dict[str, Any]", row[1])


def _record_reading(pk: int, read_at: datetime | None, now: datetime) -> None:
    """Note, at most once a day, that an analysis was read. Those that no one reads are deleted."""
    if read_at is None or now - read_at > READ_NOTE_INTERVAL:
        Analysis.objects.filter(pk=pk).update(read_at=now)


def _list_complete(record_id: UUID) -> QuerySet[Analysis]:
    done = Analysis.State.DONE
    return Analysis.objects.filter(record_id=record_id, state=done, version=VERSION)
