"""The clocks of a game, as shown to every viewer."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clocks of a game at one moment, from which a page keeps counting.

    Durations are in milliseconds, instants are Unix times in milliseconds.
    """

    # Time left by seat, negative in overtime; ``None`` in games without clocks.
    left: tuple[int | None, ...]
    # The seat whose clock is running since ``since``; ``None`` while all are stopped.
    running: int | None
    since: int
    # Length of the overtime.
    overtime: int
    # Whether the time is for each turn rather than for the game.
    turns: bool
    # Why no clock is running although a seat is to move.
    stopped_because: Literal["", "paused", "waiting"]
    # Seats that have asked for a pause.
    pause_requests: tuple[int, ...] = ()
    # Seats that may accept or challenge the last play until ``until``.
    asked: tuple[int, ...] = ()
    until: int = 0
