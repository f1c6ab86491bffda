"""A rating's way as a drawing: where lines and labels go in an SVG."""

from dataclasses import dataclass
from math import ceil, floor

from games.ratings.perspective import RatingHistory

WIDTH, HEIGHT = 640, 180
LEFT, TOP, BOTTOM = 60, 12, 26
STEPS = (25, 50, 100, 200, 400)
MOST_LINES = 5


@dataclass(frozen=True, slots=True)
class Curve:
    """``line`` is the points of a polyline; ``levels`` are the heights of lines across, each with
    the points it stands for; ``last`` is where the line ends."""

    line: str
    levels: tuple[tuple[float, int], ...]
    last: tuple[float, float]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    bottom: int = HEIGHT - BOTTOM


def draw_curve(history: RatingHistory) -> Curve:
    step = next((s for s in STEPS if _lines(history, s) <= MOST_LINES), STEPS[-1])
    low = floor((history.lowest - 1) / step) * step
    high = max(ceil((history.highest + 1) / step) * step, low + step)

    def x(number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - 8) * number / max(1, history.games), 1)

    def y(points: int) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - points) / (high - low), 1)

    places = [(x(number), y(points)) for number, points in history.curve]
    return Curve(
        line=" ".join(f"{across},{down}" for across, down in places),
        levels=tuple((y(points), points) for points in range(low, high + 1, step)),
        last=places[-1],
    )


def _lines(history: RatingHistory, step: int) -> int:
    return ceil((history.highest + 1) / step) - floor((history.lowest - 1) / step)
