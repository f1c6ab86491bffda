"""Clocks: how much time a room gives, what is left of it, and what overtime costs.

All instants are milliseconds since the epoch and are passed in; nothing here reads the system
clock. ``flow.game_clock`` decides when a seat is charged, the clock is switched or a flag falls;
``flow.game_end`` deducts the points for overtime. Turns that are given days have no ticking clock:
the caller must end them (:meth:`TimeControl.turn_days`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from games.rules.equipment.errors import NotAllowedError, NotationError

SECOND = 1000
MINUTE = 60 * SECOND

OVERTIME_POINTS = 10
"""Points that every started minute of overtime costs at the end."""

MAX_MISSED_TURNS = 3
"""Turns in a row that a seat may lose on time before it forfeits the game."""

MAX_LAG = 500
"""Milliseconds of network delay that one act may be credited with."""

MAX_LAG_CREDIT = 3 * SECOND
"""Milliseconds of network delay that a seat may be credited with in a whole game."""


class Pace(StrEnum):
    """What is limited: nothing, a seat's time for the game, its time for a turn, or the days for a
    turn."""

    NONE = "none"
    GAME = "game"
    TURN = "turn"
    DAYS = "days"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A room's clock. Only the fields that belong to its pace are set.

    >>> TimeControl.read("25+0/5")
    TimeControl(pace=<Pace.GAME: 'game'>, seconds=1500, increment=0, overtime=5, days=0)
    >>> [TimeControl.read(text).text for text in ("none", "0:20+0", "3+2", "60s", "3d")]
    ['none', '0:20+0', '3+2', '60s', '3d']
    """

    pace: Pace = Pace.NONE
    # For the whole game or for one turn.
    seconds: int = 0
    # Seconds added after every turn.
    increment: int = 0
    # Minutes that may be started, at a price, after the time is used up.
    overtime: int = 0
    # Days for a turn.
    days: int = 0

    @property
    def has_clock(self) -> bool:
        """Whether seats have a clock that runs while they think."""
        return self.pace in (Pace.GAME, Pace.TURN)

    @property
    def turn_days(self) -> int | None:
        """Days within which every turn must be made, if turns are given days."""
        return self.days if self.pace is Pace.DAYS else None

    def halved(self) -> TimeControl:
        """Return the control with half the time, as far as a game can have so little.

        >>> [TimeControl.read(text).halved().text for text in ("25+0/5", "3+3", "0:15+0", "3d")]
        ['12:30+0/5', '1:30+1', '0:10+0', '1d']
        """
        bounds = TIME_CONTROL_BOUNDS[self.pace]
        return replace(
            self,
            seconds=max(bounds.seconds.start, self.seconds // 2),
            increment=self.increment // 2,
            days=max(bounds.days.start, self.days // 2),
        )

    @property
    def limit(self) -> int:
        """How far below zero a seat's time may go, in milliseconds."""
        return self.overtime * MINUTE

    @property
    def text(self) -> str:
        """The clock in notation: "minutes+increment/overtime", "seconds of a turn" with s, or days
        with d."""
        if self.pace is Pace.GAME:
            minutes, seconds = divmod(self.seconds, 60)
            whole = f"{minutes}:{seconds:02}" if seconds else f"{minutes}"
            return f"{whole}+{self.increment}" + (f"/{self.overtime}" if self.overtime else "")
        if self.pace is Pace.TURN:
            return f"{self.seconds}s"
        return f"{self.days}d" if self.pace is Pace.DAYS else "none"

    @staticmethod
    def read(text: str) -> TimeControl:
        """Parse the notation of :attr:`text`; raises NotationError "notation.clock"."""
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
        raise NotationError("notation.clock", f"not a clock: {text!r}")

    def check(self) -> None:
        """Raise NotAllowedError "options.clock" for a clock that no room may have.

        >>> TimeControl.read("25+0/5").check()
        >>> TimeControl.read("25+0/99") in TIME_CONTROL_BOUNDS[Pace.GAME]
        False
        """
        lawful = self in TIME_CONTROL_BOUNDS[self.pace]
        if not lawful:
            raise NotAllowedError("options.clock", f"no such clock: {self}")


@dataclass(frozen=True, slots=True)
class TimeControlBounds:
    """The allowed range of each field for one pace."""

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


TIME_CONTROL_BOUNDS: dict[Pace, TimeControlBounds] = {
    Pace.NONE: TimeControlBounds(),
    Pace.GAME: TimeControlBounds(range(10, 10801), range(181), range(11)),
    Pace.TURN: TimeControlBounds(seconds=range(10, 3601)),
    Pace.DAYS: TimeControlBounds(days=range(1, 15)),
}
NO_CLOCK = TimeControl()


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of all seats."""

    # Milliseconds by seat, below zero in overtime; with seconds per turn, those of this turn.
    left: tuple[int, ...]
    # Consecutive turns lost on time, by seat.
    missed: tuple[int, ...]
    # The seat whose time runs, from ``since`` on; ``None`` while all are stopped.
    running: int | None = None
    since: int = 0
    # Stopped until it is resumed, regardless of whose turn it is.
    held: bool = False
    # Network delay credited so far by seat, in milliseconds; empty if none was.
    credited: tuple[int, ...] = ()

    def get_credit_left(self, seat: int) -> int:
        """Return the network delay in milliseconds that a seat may still be credited with."""
        return max(0, MAX_LAG_CREDIT - (self.credited[seat] if self.credited else 0))

    def left_at(self, seat: int, now: int) -> int:
        """Return the milliseconds a seat has at this instant, below zero in overtime.

        >>> clock = Clock((60_000, 60_000), (0, 0)).started(0, now=1_000)
        >>> clock.left_at(0, 11_000), clock.left_at(1, 11_000)
        (50000, 60000)
        """
        return self.left[seat] - (max(0, now - self.since) if seat == self.running else 0)

    def started(self, seat: int | None, now: int) -> Clock:
        """Return the clock with this seat's time running; unchanged while the clock is held."""
        return self if self.held or seat is None else replace(self, running=seat, since=now)

    def stopped(self, now: int, *, floor: int, lag: int = 0) -> Clock:
        """Stop all clocks and charge the running seat for its time, less ``lag`` milliseconds.

        The seat keeps at least ``floor`` milliseconds.

        >>> clock = Clock((60_000, 60_000), (0, 0)).started(0, now=1_000)
        >>> clock.stopped(11_000, floor=0).left
        (50000, 60000)
        >>> clock.stopped(11_000, floor=0, lag=500).left
        (50500, 60000)
        """
        if self.running is None:
            return self
        taken = max(0, now - self.since)
        credit = min(taken, lag)
        left = max(self.left[self.running] - (taken - credit), floor)
        charged = self.with_left(self.running, left).with_credit(self.running, credit)
        return replace(charged, running=None, since=0)

    def with_credit(self, seat: int, credit: int) -> Clock:
        """Return the clock with further milliseconds credited to a seat."""
        if not credit:
            return self
        known = list(self.credited or (0,) * len(self.left))
        known[seat] += credit
        return replace(self, credited=tuple(known))

    def with_left(self, seat: int, left: int) -> Clock:
        return replace(self, left=(*self.left[:seat], left, *self.left[seat + 1 :]))

    def with_missed(self, seat: int, missed: int) -> Clock:
        return replace(self, missed=(*self.missed[:seat], missed, *self.missed[seat + 1 :]))


def create_clock(control: TimeControl, seats: int) -> Clock | None:
    """Return a stopped clock for the start of a game, or ``None`` if the room has no ticking clock.

    >>> create_clock(TimeControl.read("25+5"), 2).left
    (1500000, 1500000)
    >>> create_clock(TimeControl.read("3d"), 2) is None
    True
    """
    if not control.has_clock:
        return None
    return Clock((control.seconds * SECOND,) * seats, (0,) * seats)


def compute_clock_end(control: TimeControl, clock: Clock) -> int | None:
    """Return the instant at which the running seat's time, overtime included, is up.

    >>> control = TimeControl.read("1+0/2")
    >>> compute_clock_end(control, create_clock(control, 2).started(0, now=1_000))
    181000
    """
    if clock.running is None:
        return None
    return clock.since + clock.left[clock.running] + control.limit


def add_increment(control: TimeControl, clock: Clock, seat: int) -> Clock:
    """Give a seat its increment after its turn, unless it is already in overtime.

    >>> control = TimeControl.read("1+5")
    >>> add_increment(control, create_clock(control, 2), 1).left
    (60000, 65000)
    """
    clock = clock.with_missed(seat, 0)
    left = clock.left[seat]
    return clock.with_left(seat, left + control.increment * SECOND) if left > 0 else clock


def reset_turn_time(control: TimeControl, clock: Clock) -> Clock:
    """Restore the full time for a new turn, if turns are given seconds.

    >>> late = Clock((1_000, 9_000), (0, 0))
    >>> reset_turn_time(TimeControl.read("25+0/5"), late).left
    (1000, 9000)
    """
    if control.pace is not Pace.TURN:
        return clock
    return replace(clock, left=(control.seconds * SECOND,) * len(clock.left))


def count_overtime_points(control: TimeControl, clock: Clock, seat: int) -> int:
    """Return the points a seat loses for overtime: ten for every minute started.

    >>> count_overtime_points(TimeControl.read("25+0/5"), Clock((-61_000, 5_000), (0, 0)), 0)
    20
    """
    if control.pace is not Pace.GAME:
        return 0
    return max(0, -(clock.left[seat] // MINUTE)) * OVERTIME_POINTS
