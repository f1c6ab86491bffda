"""The chart of all scores over a game, with a description in words."""

from dataclasses import dataclass

from django.utils.translation import ngettext

from games.common.charts import Chart, build_chart
from games.records.perspective.opened_records import OpenedRecord
from scrabble_site.shared.wording import join_list


@dataclass(frozen=True, slots=True)
class ScoreGraph:
    """A chart. ``description`` describes it in one sentence, for screen readers."""

    chart: Chart
    description: str


def draw_score_graph(record: OpenedRecord) -> ScoreGraph | None:
    """Return the chart, or ``None`` for a game without moves."""
    if not record.last:
        return None
    positions = [record.history.state_at(number) for number in range(record.last + 1)]
    courses = [
        [(number, state.seats[seat].score) for number, state in enumerate(positions)]
        for seat in range(len(record.names))
    ]
    ends = join_list(
        f"{name} {seat.score}"
        for name, seat in zip(record.isolated_names, record.history.end.seats, strict=True)
    )
    text = ngettext(
        "Scores over %(n)s move. Final: %(scores)s",
        "Scores over %(n)s moves. Final: %(scores)s",
        record.last,
    ) % {"n": record.last, "scores": ends}
    return ScoreGraph(build_chart(courses, record.last), text)
