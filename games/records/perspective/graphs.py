"""The scores of all seats over the course of a game, as a chart and in words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.common.charts import Chart, draw_curve
from games.records.perspective.opened import OpenedRecord


@dataclass(frozen=True, slots=True)
class ScoreGraph:
    """``said`` tells the chart in a sentence."""

    chart: Chart
    said: str


def draw_scores(record: OpenedRecord) -> ScoreGraph | None:
    """``None`` for a game in which nothing happened."""
    if not record.last:
        return None
    positions = [record.course.state_at(number) for number in range(record.last + 1)]
    courses = [
        [(number, state.seats[seat].score) for number, state in enumerate(positions)]
        for seat in range(len(record.names))
    ]
    ends = ", ".join(
        f"{name} {seat.score}"
        for name, seat in zip(record.said_names, record.course.end.seats, strict=True)
    )
    said = _("Scores over %(n)s moves; at the end %(scores)s") % {"n": record.last, "scores": ends}
    return ScoreGraph(draw_curve(courses, record.last), said)
