"""The clocks after each move, computed from the recorded time of every turn."""

from collections.abc import Iterator, Sequence

from games.play.store.snapshots import RecordedMove
from games.records.perspective.opened_records import OpenedRecord
from games.rules.plays.acts import TURN_KINDS
from games.rules.time.clock import (
    MINUTE,
    SECOND,
    Clock,
    Pace,
    TimeControl,
    add_increment,
    create_clock,
)


def list_clocks(record: OpenedRecord) -> list[tuple[int, ...]]:
    """Return the clocks at every position from the start, or an empty list if no time was kept."""
    if record.source.game is None:
        return []
    control = record.history.opening.options.clock
    return list(compute_clocks(control, len(record.names), record.lines))


def compute_clocks(
    control: TimeControl, seats: int, lines: Sequence[RecordedMove]
) -> Iterator[tuple[int, ...]]:
    """Yield the milliseconds left to every seat, at the start and after each line; negative in
    overtime.

    Yields nothing unless the clock runs for the whole game. Time credited for network lag is not
    recorded, so a seat may actually have had slightly more.
    """
    clock = create_clock(control, seats)
    if clock is None or control.pace is not Pace.GAME:
        return
    yield clock.left
    for line in lines:
        clock = _subtract_time(control, clock, line)
        yield clock.left


def _subtract_time(control: TimeControl, clock: Clock, line: RecordedMove) -> Clock:
    # Time is not counted beyond the limit of overtime, where the flag falls.
    left = max(clock.left[line.seat] - (line.spent or 0), -control.limit)
    clock = clock.with_left(line.seat, left)
    return add_increment(control, clock, line.seat) if line.kind in TURN_KINDS else clock


def format_clock(left: int) -> str:
    r"""Format milliseconds as minutes and seconds.

    >>> format_clock(65_900), format_clock(-5_000)
    ('1:05', '\N{MINUS SIGN}0:05')
    """
    minutes, rest = divmod(abs(left), MINUTE)
    sign = "\N{MINUS SIGN}" if left < 0 else ""
    return f"{sign}{minutes}:{rest // SECOND:02}"
