"""The clocks of a game as one pair of eyes may see them."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clocks of a game at one figure: a page counts on from it by itself.

    ``left``: milliseconds by seat, below zero in overtime; ``running``: whose time runs, from the
    instant ``since`` (milliseconds since the epoch), ``None`` while all stand; ``overtime``: the
    milliseconds of it there are; ``turns``: the time is for a turn; ``stands``: why nobody's runs
    although somebody is to move; ``wishes``: the seats that have asked for a pause; ``asked``:
    those that may accept or challenge the last play ``until`` an instant (``left`` is ``None``
    where nothing else runs).
    """

    left: tuple[int | None, ...]
    running: int | None
    since: int
    overtime: int
    turns: bool
    stands: Literal["", "paused", "waiting"]
    wishes: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()
    until: int = 0
