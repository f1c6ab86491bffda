"""The chances of winning, act after act, as a drawing: where its lines go in an SVG."""

from dataclasses import dataclass

from games.engine.analysis.report import Report

WIDTH, HEIGHT = 640, 190
LEFT, RIGHT, TOP, BOTTOM = 44, 8, 10, 24
SHARES = (0, 25, 50, 75, 100)


@dataclass(frozen=True, slots=True)
class Line:
    """``points`` of a polyline; ``last``: where it ends."""

    seat: int
    name: str
    points: str
    last: tuple[float, float]


@dataclass(frozen=True, slots=True)
class WinGraph:
    """``levels``: heights of lines across, each with its per cent; ``ticks``: places of acts along
    the bottom, each with its number."""

    lines: tuple[Line, ...]
    levels: tuple[tuple[float, int], ...]
    ticks: tuple[tuple[float, int], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def draw_wins(report: Report, names: tuple[str, ...]) -> WinGraph | None:
    """A line for each seat; of two seats the first's alone, for the other's mirrors it. ``None``
    where nothing was played."""
    rows = [report.opening, *(turn.wins for turn in report.turns)]
    if len(rows) < 2:
        return None
    last = len(rows) - 1
    step = max(1, round(last / 8))

    def x(number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * number / last, 1)

    def y(chance: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance), 1)

    def line(seat: int) -> Line:
        places = [(x(number), y(wins[seat])) for number, wins in enumerate(rows)]
        points = " ".join(f"{across},{down}" for across, down in places)
        return Line(seat, names[seat], points, places[-1])

    seats = range(len(names) if len(names) > 2 else 1)
    return WinGraph(
        lines=tuple(line(seat) for seat in seats),
        levels=tuple((y(share / 100), share) for share in SHARES),
        ticks=tuple((x(number), number) for number in range(0, last + 1, step)),
    )
