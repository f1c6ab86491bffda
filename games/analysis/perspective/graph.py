"""The chances of winning, act after act, as a chart."""

from dataclasses import dataclass

from games.common.charts import Chart, draw_curve
from games.engine.analysis.report import Report

SHARES = (0, 25, 50, 75, 100)


@dataclass(frozen=True, slots=True)
class WinGraph:
    """``names``: of the seats that have a line."""

    chart: Chart
    names: tuple[str, ...]


def draw_wins(report: Report, names: tuple[str, ...]) -> WinGraph | None:
    """A line for each seat; of two seats the first's alone, for the other's mirrors it. ``None``
    where nothing was played."""
    rows = [report.opening, *(turn.wins for turn in report.turns)]
    if len(rows) < 2:
        return None
    drawn = names if len(names) > 2 else names[:1]
    courses = [
        [(number, 100 * wins[seat]) for number, wins in enumerate(rows)]
        for seat in range(len(drawn))
    ]
    return WinGraph(draw_curve(courses, len(rows) - 1, levels=SHARES, unit=" %"), drawn)
