"""Line charts: the coordinates of lines and labels in an SVG.

The template is ``games/common/pieces/chart.html``. Every chart has a table with the same figures
beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

WIDTH, HEIGHT = 640, 180
LEFT, RIGHT, TOP, BOTTOM = 60, 8, 12, 26
STEPS = (25, 50, 100, 200, 400)
MAX_LEVEL_LINES = 5

ChartSeries = Sequence[tuple[int, float]]
"""The points of one line, as (x, y) in the units of the data."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """The points that a line joins, as (x, y) in the SVG."""

    places: tuple[tuple[float, float], ...]

    @property
    def points(self) -> str:
        """The attribute of an SVG polyline."""
        return " ".join(f"{x},{y}" for x, y in self.places)

    @property
    def last(self) -> tuple[float, float]:
        return self.places[-1]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart ready to draw.

    ``levels`` are the horizontal grid lines: the y coordinate and the value it represents, in
    ``unit``. ``end`` is the x value of the right edge.
    """

    lines: tuple[ChartLine, ...]
    levels: tuple[tuple[float, int], ...]
    end: int
    unit: str = ""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def build_chart(
    courses: Sequence[ChartSeries],
    end: int,
    *,
    margin: float = 0,
    levels: Sequence[int] = (),
    unit: str = "",
) -> Chart:
    """Draw one line per series, each running from 0 to ``end``.

    ``levels`` are the values of the horizontal grid lines. Without them, round values are chosen
    that leave ``margin`` free above and below the data.
    """
    levels = levels or _find_levels(courses, margin)
    low, high = levels[0], levels[-1]

    def y(height: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - height) / (high - low), 1)

    def line(course: ChartSeries) -> ChartLine:
        return ChartLine(
            tuple(
                (round(LEFT + (WIDTH - LEFT - RIGHT) * along / max(1, end), 1), y(height))
                for along, height in course
            )
        )

    across = tuple((y(height), height) for height in levels)
    return Chart(tuple(line(course) for course in courses), across, end, unit)


def _find_levels(courses: Sequence[ChartSeries], margin: float) -> range:
    heights = [height for course in courses for _along, height in course]
    lowest, highest = min(heights) - margin, max(heights) + margin
    step = next(
        (s for s in STEPS if ceil(highest / s) - floor(lowest / s) <= MAX_LEVEL_LINES), STEPS[-1]
    )
    low = floor(lowest / step) * step
    return range(low, max(ceil(highest / step) * step, low + step) + 1, step)
