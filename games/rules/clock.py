"""Clocks: how much time a room gives, what is left of it, and what comes of time that is out.

All instants are milliseconds since the epoch and are handed in; nothing here asks what time it is.
When a game charges a seat, hands the clock over or lets a flag fall is in ``timing``; the points
that overtime costs are settled in ``endgame``. Turns that have days carry no ticking clock: whoever
keeps the calendar ends them (:meth:`TimeControl.turn_days`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from games.rules.errors import UnlawfulError, UnreadableError

SECOND = 1000
MINUTE = 60 * SECOND

OVERTIME_POINTS = 10
"""What every started minute of overtime costs at the end."""

MOST_MISSED = 3
"""Turns in a row whose time may run out, per seat, until the game is forfeited."""

MOST_LAG = 500
"""Milliseconds of the way to the server that one act may be credited with."""


class Pace(StrEnum):
    """What is limited: nothing, a seat's time for the whole game, for a turn, the days for one."""

    NONE = "none"
    GAME = "game"
    TURN = "turn"
    DAYS = "days"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A room's clock. ``seconds``: of the whole game or of one turn; ``increment``: seconds added
    after every turn; ``overtime``: minutes that may be begun after the time, at a price; ``days``
    for a turn. Of these only what goes with the pace is set.

    >>> TimeControl.read("25+0/5")
    TimeControl(pace=<Pace.GAME: 'game'>, seconds=1500, increment=0, overtime=5, days=0)
    >>> [TimeControl.read(text).text for text in ("none", "0:20+0", "3+2", "60s", "3d")]
    ['none', '0:20+0', '3+2', '60s', '3d']
    """

    pace: Pace = Pace.NONE
    seconds: int = 0
    increment: int = 0
    overtime: int = 0
    days: int = 0

    @property
    def ticks(self) -> bool:
        """Whether seats have a clock that runs while they think."""
        return self.pace in (Pace.GAME, Pace.TURN)

    @property
    def turn_days(self) -> int | None:
        """Days in which every turn is to be made, where it has days."""
        return self.days if self.pace is Pace.DAYS else None

    @property
    def limit(self) -> int:
        """How far below zero a seat's time may go, in milliseconds."""
        return self.overtime * MINUTE

    @property
    def text(self) -> str:
        """Minutes + seconds / minutes of overtime; seconds of a turn; days of one."""
        if self.pace is Pace.GAME:
            minutes, seconds = divmod(self.seconds, 60)
            whole = f"{minutes}:{seconds:02}" if seconds else f"{minutes}"
            return f"{whole}+{self.increment}" + (f"/{self.overtime}" if self.overtime else "")
        if self.pace is Pace.TURN:
            return f"{self.seconds}s"
        return f"{self.days}d" if self.pace is Pace.DAYS else "none"

    @staticmethod
    def read(text: str) -> TimeControl:
        """The reverse of :attr:`text`; raises UnreadableError "notation.clock"."""
        if text == "none":
            return TimeControl()
        if found := re.fullmatch(r"(\d{1,3})(?::(\d\d))?\+(\d{1,3})(?:/(\d{1,2}))?", text):
            minutes, seconds, increment, overtime = (int(n or 0) for n in found.groups())
            return TimeControl(Pace.GAME, 60 * minutes + seconds, increment, overtime)
        if found := re.fullmatch(r"(\d{1,4})(s|d)", text):
            amount = int(found[1])
            if found[2] == "s":
                return TimeControl(Pace.TURN, seconds=amount)
            return TimeControl(Pace.DAYS, days=amount)
        raise UnreadableError("notation.clock", f"not a clock: {text!r}")

    def check(self) -> None:
        """Raise UnlawfulError "options.clock" for what no room offers."""
        lawful = self in BOUNDS[self.pace]
        if not lawful:
            raise UnlawfulError("options.clock", f"no such clock: {self}")


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a pace leaves to choose: every figure from the least to the most."""

    seconds: range = range(1)
    increment: range = range(1)
    overtime: range = range(1)
    days: range = range(1)

    def __contains__(self, control: TimeControl) -> bool:
        return (
            control.seconds in self.seconds
            and control.increment in self.increment
            and control.overtime in self.overtime
            and control.days in self.days
        )


BOUNDS: dict[Pace, Bounds] = {
    Pace.NONE: Bounds(),
    Pace.GAME: Bounds(range(10, 10801), range(181), range(11)),
    Pace.TURN: Bounds(seconds=range(10, 3601)),
    Pace.DAYS: Bounds(days=range(1, 15)),
}
NO_CLOCK = TimeControl()


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of all seats. ``left``: milliseconds, below zero in overtime; where turns have
    seconds, those of the present turn. ``running``: whose time runs, from the instant ``since``;
    ``None`` while all stand. ``missed``: turns in a row whose time ran out. ``held``: stopped until
    somebody lets it go on, whosever turn it is.
    """

    left: tuple[int, ...]
    missed: tuple[int, ...]
    running: int | None = None
    since: int = 0
    held: bool = False

    def left_at(self, seat: int, now: int) -> int:
        """What a seat has at this instant."""
        return self.left[seat] - (max(0, now - self.since) if seat == self.running else 0)

    def started(self, seat: int | None, now: int) -> Clock:
        """This seat's time runs from now on; nobody's while the clock is held."""
        return self if self.held or seat is None else replace(self, running=seat, since=now)

    def stopped(self, now: int, *, floor: int, lag: int = 0) -> Clock:
        """All stand, and the seat whose time ran is charged for it, but for ``lag``; it has never
        less than ``floor``."""
        if self.running is None:
            return self
        spent = max(0, now - self.since - lag)
        left = max(self.left[self.running] - spent, floor)
        return replace(self.with_left(self.running, left), running=None, since=0)

    def with_left(self, seat: int, left: int) -> Clock:
        return replace(self, left=(*self.left[:seat], left, *self.left[seat + 1 :]))

    def with_missed(self, seat: int, missed: int) -> Clock:
        return replace(self, missed=(*self.missed[:seat], missed, *self.missed[seat + 1 :]))


def wind_clock(control: TimeControl, seats: int) -> Clock | None:
    """The clock at the start, standing; ``None`` where none ticks."""
    if not control.ticks:
        return None
    return Clock((control.seconds * SECOND,) * seats, (0,) * seats)


def out_at(control: TimeControl, clock: Clock) -> int | None:
    """The instant at which the running time, overtime included, is out."""
    if clock.running is None:
        return None
    return clock.since + clock.left[clock.running] + control.limit


def count_turn(control: TimeControl, clock: Clock, seat: int) -> Clock:
    """A seat took its turn itself: it gets its increment, unless it is in overtime already."""
    clock = clock.with_missed(seat, 0)
    left = clock.left[seat]
    return clock.with_left(seat, left + control.increment * SECOND) if left > 0 else clock


def open_turn_time(control: TimeControl, clock: Clock) -> Clock:
    """A new turn begins: where turns have seconds, all of them."""
    if control.pace is not Pace.TURN:
        return clock
    return replace(clock, left=(control.seconds * SECOND,) * len(clock.left))


def overtime_points(control: TimeControl, clock: Clock, seat: int) -> int:
    """What a seat's overtime costs: every minute it began."""
    if control.pace is not Pace.GAME:
        return 0
    return max(0, -(clock.left[seat] // MINUTE)) * OVERTIME_POINTS
