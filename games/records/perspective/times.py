"""What every seat's clock showed after each move, counted from the times that the turns took."""

from collections.abc import Iterator, Sequence

from games.play.scenes import Line
from games.records.perspective.opened import OpenedRecord
from games.rules.clock import MINUTE, SECOND, Clock, Pace, TimeControl, count_turn, wind_clock
from games.rules.moves import TURN_KINDS


def clocks_of(record: OpenedRecord) -> list[tuple[int, ...]]:
    """What the clocks showed at every position, from the start; empty where nobody counted."""
    if record.source.game is None:
        return []
    control = record.course.opening.options.clock
    return list(count_clocks(control, len(record.names), record.lines))


def count_clocks(
    control: TimeControl, seats: int, lines: Sequence[Line]
) -> Iterator[tuple[int, ...]]:
    """Milliseconds left to every seat, at the start and after each line; below zero in overtime.
    Nothing where a seat's time is not counted for the whole game.

    What was spared for a slow line is not recorded, so a seat may have had a little more.
    """
    clock = wind_clock(control, seats)
    if clock is None or control.pace is not Pace.GAME:
        return
    yield clock.left
    for line in lines:
        clock = _charge(control, clock, line)
        yield clock.left


def _charge(control: TimeControl, clock: Clock, line: Line) -> Clock:
    left = max(clock.left[line.seat] - (line.spent or 0), -control.limit)
    clock = clock.with_left(line.seat, left)
    return count_turn(control, clock, line.seat) if line.kind in TURN_KINDS else clock


def write_clock(left: int) -> str:
    """Milliseconds as minutes and seconds.

    >>> write_clock(65_900), write_clock(-5_000)
    ('1:05', '\N{MINUS SIGN}0:05')
    """
    minutes, rest = divmod(abs(left), MINUTE)
    sign = "\N{MINUS SIGN}" if left < 0 else ""
    return f"{sign}{minutes}:{rest // SECOND:02}"
