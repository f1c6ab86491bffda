"""Lines over the course of something as a drawing: where they and their labels go in an SVG.

The template is ``games/common/pieces/chart.html``; a table beside every chart tells the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

WIDTH, HEIGHT = 640, 180
LEFT, RIGHT, TOP, BOTTOM = 60, 8, 12, 26
STEPS = (25, 50, 100, 200, 400)
MOST_LINES = 5

Course = Sequence[tuple[int, float]]
"""Points of one line: how far along, and how high."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """``points`` are those of a polyline; ``last`` is where it ends."""

    points: str
    last: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Chart:
    """``levels`` are the heights of lines across, each with what it stands for, in ``unit``;
    ``end`` is how far along the right edge is."""

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


def draw_curve(
    courses: Sequence[Course],
    end: int,
    *,
    margin: float = 0,
    levels: Sequence[int] = (),
    unit: str = "",
) -> Chart:
    """One line for each course, which go from 0 to ``end``. ``levels`` are to be drawn across;
    where none are given round ones are found, with ``margin`` left free above and below."""
    levels = levels or _find_levels(courses, margin)
    low, high = levels[0], levels[-1]

    def y(height: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - height) / (high - low), 1)

    def line(course: Course) -> ChartLine:
        places = [
            (round(LEFT + (WIDTH - LEFT - RIGHT) * along / max(1, end), 1), y(height))
            for along, height in course
        ]
        return ChartLine(" ".join(f"{x},{down}" for x, down in places), places[-1])

    across = tuple((y(height), height) for height in levels)
    return Chart(tuple(line(course) for course in courses), across, end, unit)


def _find_levels(courses: Sequence[Course], margin: float) -> range:
    heights = [height for course in courses for _along, height in course]
    least, most = min(heights) - margin, max(heights) + margin
    step = next((s for s in STEPS if ceil(most / s) - floor(least / s) <= MOST_LINES), STEPS[-1])
    low = floor(least / step) * step
    return range(low, max(ceil(most / step) * step, low + step) + 1, step)
