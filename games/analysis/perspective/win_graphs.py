"""The chart of winning chances over a game."""

from dataclasses import dataclass

from games.analysis.perspective.move_marks import MoveMark, mark_turn
from games.common.charts import Chart, build_chart
from games.engine.analysis.report import GameReport

GRID_PERCENTAGES = (0, 25, 50, 75, 100)


@dataclass(frozen=True, slots=True)
class WinGraph:
    """A chart, with the names of the seats that have a line in it, and the marks of the moves.

    A mark is at a point of its mover's line, or of the only line.
    """

    chart: Chart
    names: tuple[str, ...]
    marks: tuple[tuple[tuple[float, float], MoveMark], ...]


def draw_win_graph(report: GameReport, names: tuple[str, ...]) -> WinGraph | None:
    """Draw one line per seat, or ``None`` if nothing was played.

    With two seats only the first is drawn, because the other is its mirror image.
    """
    rows = [report.opening, *(turn.wins for turn in report.turns)]
    if len(rows) < 2:
        return None
    drawn = names if len(names) > 2 else names[:1]
    courses = [
        [(number, 100 * wins[seat]) for number, wins in enumerate(rows)]
        for seat in range(len(drawn))
    ]
    chart = build_chart(courses, len(rows) - 1, levels=GRID_PERCENTAGES, unit=" %")
    marks = tuple(
        (chart.lines[min(turn.seat, len(drawn) - 1)].places[number], mark)
        for number, turn in enumerate(report.turns, 1)
        if (mark := mark_turn(turn, report.words)) is not None
    )
    return WinGraph(chart, drawn, marks)
