"""Reports that are complete, for the record page and whatever else is made of them."""

from uuid import UUID

from games.analysis.models import Analysis
from games.engine.analysis.report import VERSION, Level, Report, read_report


def find_report(record_id: UUID, level: Level | None = None) -> Report | None:
    """The analysis of a record at this level, or the most thorough there is; ``None`` where none
    is complete. The caller has made sure that the record may be seen."""
    done = Analysis.objects.filter(
        record_id=record_id, state=Analysis.State.DONE, version=VERSION
    ).values_list("level", "report")
    found = dict(done if level is None else done.filter(level=level))
    for one in reversed(Level):
        if told := found.get(one):
            return read_report(told)
    return None
