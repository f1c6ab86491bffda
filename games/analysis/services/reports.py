"""Reports that are complete, for the record page and whatever else is made of them."""

from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from games.analysis.models import Analysis
from games.engine.analysis.report import (
    VERSION,
    Level,
    Report,
    TurnReport,
    read_report,
    read_turn,
)


class FoundTurn(NamedTuple):
    turn: TurnReport
    variant: str


def find_report(record_id: UUID, level: Level | None = None) -> Report | None:
    """The analysis of a record at this level, or the most thorough there is; ``None`` where none
    is complete. The caller has made sure that the record may be seen."""
    told = _find(record_id, level)
    return None if told is None else read_report(told)


def has_report(record_id: UUID) -> bool:
    return _complete(record_id).exists()


def find_turn(record_id: UUID, number: int) -> FoundTurn | None:
    """One act of the most thorough report, without reading the rest of it."""
    told = _find(record_id, None)
    turns = told["turns"] if told else ()
    found = next((turn for turn in turns if turn["number"] == number), None)
    return None if told is None or found is None else FoundTurn(read_turn(found), told["variant"])


def _find(record_id: UUID, level: Level | None) -> dict[str, Any] | None:
    done = _complete(record_id).values_list("level", "report")
    found = dict(done if level is None else done.filter(level=level))
    return next((found[one] for one in reversed(Level) if one in found), None)


def _complete(record_id: UUID) -> QuerySet[Analysis]:
    done = Analysis.State.DONE
    return Analysis.objects.filter(record_id=record_id, state=done, version=VERSION)
